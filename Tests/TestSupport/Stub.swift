internal import IntentCore
