internal import Glibc
internal import RunIntentCLI

exit(Main.run())
