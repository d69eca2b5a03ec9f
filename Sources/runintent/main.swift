internal import RunIntentCLI

Program.run()
