import IntentCore
import Testing
