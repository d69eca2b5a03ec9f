internal import Glibc
internal import RunIntentCLI

exit(Program.run())
