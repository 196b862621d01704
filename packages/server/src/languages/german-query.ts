/** The messages of errors in query parameters, in German. */
export const queryMessages = {
  PARAMETER_UNKNOWN: {
    title: 'Unbekannter Query-Parameter',
    unknown: 'Unbekannter Query-Parameter „{parameter}“.',
    name: '„{parameter}“ ist kein gültiger Name eines Query-Parameters. Ein Name besteht aus einem Grundnamen und beliebig vielen Namen in eckigen Klammern, wie `page[size]`.',
    extension: 'Der Query-Parameter „{parameter}“ gehört zu keiner Erweiterung dieser Anfrage.',
    page: 'Ein Seiten-Parameter muss einen Namen in eckigen Klammern enthalten, wie `page[size]`.',
    fields: 'Eine Feldauswahl muss ihren Ressourcentyp in einem Paar eckiger Klammern enthalten: `fields[TYPE]`.',
  },
  PARAMETER_INVALID: {
    title: 'Ungültiger Query-Parameter',
    value: '„{value}“ ist kein gültiger Wert für `{name}`.',
    aggregates: 'Für `{parameter}` sind diese Attribute des Typs „{type}“ möglich: {names}.',
    groupsTooMany:
      'Die Ressourcen dürfen höchstens {limit} Gruppen bilden. Filtern Sie sie, oder gruppieren Sie nach weniger Feldern.',
    filterRequired: 'Diese Aktion braucht `filter`, der ihre Ressourcen bestimmt.',
  },
  PARAMETER_REPEATED: {
    title: 'Wiederholter Query-Parameter',
    repeated: 'Der Query-Parameter „{parameter}“ darf nur einmal vorkommen.',
  },
  PARAMETERS_TOO_MANY: {
    title: 'Zu viele Query-Parameter',
    limit: 'Eine Anfrage darf höchstens {limit} Query-Parameter haben, hat aber {count}.',
  },
  PARAMETER_NOT_SUPPORTED: {
    title: 'Query-Parameter hier nicht möglich',
    single:
      'Diese URL liefert eine einzelne Ressource, die nicht sortiert, gefiltert oder in Seiten geteilt werden kann.',
    noData:
      'Die Antwort enthält keine Primärdaten, deshalb sind hier keine Query-Parameter möglich. Lassen Sie sie weg.',
    notApplied: 'Diese URL wendet den Parameter nicht an. Lassen Sie ihn weg.',
    linkage: 'Die Verknüpfungen dieser Beziehung können nicht sortiert oder gefiltert werden.',
    operations: 'Bei einer Anfrage mit Operationen ist nur `fields[TYPE]` möglich.',
    total: 'Die Gesamtzahl der Ressourcen ist hier nicht verfügbar.',
    aggregates: 'Summen und Anzahlen sind hier nicht verfügbar.',
    groupsHidden:
      'Gruppiert werden kann nach einer Beziehung nur, wenn alle Ressourcen lesbar sind, zu denen sie führt.',
    groupsAlike:
      'Nach diesen Attributen kann nicht gruppiert werden, denn verschiedene Gruppen hätten die gleichen Werte.',
    sum: 'Die Werte von `{name}` können nicht addiert werden.',
    aggregatesOfAll: 'Eine Antwort mit allen Ressourcen enthält keine Summen. Ergänzen Sie den Parameter `page[size]`.',
    estimate: 'Eine Schätzung der Zahl der Ressourcen ist hier nicht verfügbar.',
  },
  INCLUDED_TOO_MANY: {
    title: 'Zu viele eingebundene Ressourcen',
    resources:
      'Die Antwort darf höchstens {limit} Ressourcen einbinden, die Anfrage wählt aber mehr. Kürzen Sie `include`.',
    members: 'Die Beziehung `{name}` darf höchstens {limit} Mitglieder haben, um eingebunden zu werden.',
    identifiers: 'Die Beziehung `{name}` darf in der Antwort höchstens {limit} Identifier haben, hat aber mehr.',
    identifiersOfField:
      'Die Beziehung `{name}` darf in der Antwort höchstens {limit} Identifier haben, hat aber mehr. Lassen Sie sie mit `{parameter}` weg, oder lesen Sie ihre Seiten unter ihrer eigenen URL.',
  },
  TYPE_UNKNOWN: { title: 'Unbekannter Ressourcentyp', type: '„{type}“ ist kein Ressourcentyp dieser API.' },
  FIELD_UNKNOWN: { title: 'Unbekanntes Feld', field: 'Der Typ „{type}“ hat kein Feld „{field}“.' },
  SORT_NOT_SUPPORTED: {
    title: 'Sortierung nicht möglich',
    field: 'Der Typ „{type}“ kann nicht nach „{field}“ sortiert werden.',
    severalTypes: 'Eine Sammlung mehrerer Ressourcentypen kann nicht sortiert oder gefiltert werden.',
    empty: '`sort` muss mindestens ein Feld enthalten.',
    tooMany: '`sort` darf höchstens {limit} Felder haben, hat aber {count}.',
    notStored: '{type} kann nicht nach „{field}“ sortiert werden: Die Datenbank hat dieses Feld nicht.',
    cursor: 'Diese Sammlung kann in dieser Ordnung nicht in Seiten geteilt werden: Der Server unterstützt das nicht.',
    cursorTooLong:
      'Diese Sammlung kann in dieser Ordnung nicht in Seiten geteilt werden: Ein Wert, nach dem sortiert wird, ist zu lang.',
  },
  FILTER_NOT_SUPPORTED: {
    title: 'Filter nicht möglich',
    field: 'Der Typ „{type}“ kann nicht nach „{field}“ gefiltert werden.',
    severalTypes: 'Eine Sammlung mehrerer Ressourcentypen kann nicht sortiert oder gefiltert werden.',
    form: 'Ein Filter muss die Form `filter[field]`, `filter[field][operator]` oder `filter` haben.',
    operatorUnknown: 'Unbekannter Filter-Operator „{operator}“.',
    operator: '`{field}` kann nicht mit dem Operator „{operator}“ gefiltert werden.',
    tooMany: 'Eine Anfrage darf höchstens {limit} Filter haben, hat aber mehr.',
    cost: 'Die Filter einer Anfrage dürfen höchstens {limit} kosten, kosten aber mehr. Jeder Wert eines Text-Operators kostet 8, und jede Beziehung auf einem Pfad verdoppelt die Kosten.',
    valuesTooMany: 'Eine Anfrage darf insgesamt höchstens {limit} Filterwerte haben, hat aber mehr.',
    valueTooLong: 'Ein Filterwert darf höchstens {limit} Zeichen haben.',
    noValue: 'Ein Filter nach `{field}` muss mindestens einen Wert haben.',
    oneValue: 'Ein Filter mit dem Operator „{operator}“ muss einen Wert haben.',
    twoValues: 'Ein Filter mit dem Operator „{operator}“ muss zwei Werte haben, durch ein Komma getrennt.',
    ids: 'Der Filter nach `{field}` muss mindestens eine Id enthalten; mehrere werden durch Kommas getrennt.',
    expression: "Der Filter muss ein Ausdruck wie `or(eq(title,'Hello'),gt(words,100))` sein.",
    expectedAtEnd: 'Erwartet wird {token}, der Ausdruck endet aber.',
    expected: 'Erwartet wird {token}, an Stelle {position} steht aber „{character}“.',
    nesting: 'Ein Filter darf höchstens {limit} Ebenen von Gruppen haben, hat aber mehr.',
    not: 'Eine Gruppe `not` muss genau eine Bedingung enthalten.',
    condition: 'Der Typ „{type}“ kann nicht mit {condition} gefiltert werden.',
    notText:
      'Der Typ „{type}“ kann nicht mit dem Operator „{operator}“ für `{field}` gefiltert werden, weil die Datenbank das Feld nicht als Text speichert.',
  },
  FILTER_VALUE_INVALID: {
    title: 'Ungültiger Filterwert',
    value: '„{value}“ ist kein gültiger Wert für `{name}`.',
    exists: '„{value}“ ist kein gültiger Wert für den Operator „exists“. Möglich sind true und false.',
    database: 'Ein Wert des Filters ist für sein Feld ungültig.',
  },
  PAGE_INVALID: {
    title: 'Ungültige Seite',
    supported: 'Mögliche Seiten-Parameter: {names}.',
    total: '`page[total]` muss true, false oder estimate sein.',
    wholeNumber: '`{parameter}` muss eine ganze Zahl ab {least} mit höchstens {digits} Stellen sein.',
    greatest: '`{parameter}` darf höchstens {limit} sein, ist aber {value}.',
    smaller: '`page[number]` muss bei Seiten der Größe {size} kleiner sein.',
    positive: '`page[size]` muss eine positive ganze Zahl in Dezimalziffern sein.',
    cursor:
      '`{parameter}` muss ein Cursor sein, den dieser Server für dieselbe URL, Sortierung und Filterung erzeugt hat.',
    position: '`{parameter}` muss eine Position in dieser Ordnung sein.',
    positionOfMember: 'Der Cursor muss eine Position in dieser Beziehung sein.',
  },
  PAGE_SIZE_EXCEEDED: { title: 'Seite zu groß', greatest: '`page[size]` darf höchstens {limit} sein.' },
  PAGE_RANGE_NOT_SUPPORTED: {
    title: 'Bereich von Seiten nicht möglich',
    both: '`page[after]` und `page[before]` sind zusammen nicht möglich: Dieser Server liest keine Bereiche.',
  },
  RELATIONSHIP_PATH_UNKNOWN: {
    title: 'Unbekannter Beziehungspfad',
    step: 'Der Pfad „{path}“ kann nicht eingebunden werden: Der Typ {types} hat keine Beziehung „{name}“, die eingebunden werden kann.',
    type: 'Ressourcen vom Typ „{type}“ können nicht eingebunden werden.',
    relationship: 'Die Beziehung `{name}` des Typs „{type}“ kann nicht eingebunden werden.',
    beginning: 'Die Beziehungspfade dieser URL müssen mit `{name}` beginnen.',
  },
  RELATIONSHIP_PATHS_TOO_MANY: {
    title: 'Zu viele Beziehungspfade',
    limit: '`include` darf höchstens {limit} Beziehungspfade haben, hat aber {count}.',
  },
  RELATIONSHIP_PATH_TOO_LONG: {
    title: 'Beziehungspfad zu lang',
    steps: 'Der Pfad „{path}“ darf höchstens {limit} Schritte haben, hat aber {count}.',
  },
} as const;
