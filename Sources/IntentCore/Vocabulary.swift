// Values, texts in languages and times are what every definition and answer is made of: whoever speaks of intents
// has these words too.
@_exported public import CivilTime
@_exported public import JSON
@_exported public import StringCatalogs
