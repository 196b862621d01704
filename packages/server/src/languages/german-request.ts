/** The messages of errors of the request as a whole, of negotiation, and of preconditions, in German. */
export const requestMessages = {
  BODY_TOO_LARGE: {
    title: 'Dokument zu groß',
    bytes: 'Das Dokument darf höchstens {limit} Bytes haben.',
    body: 'Der Inhalt der Anfrage ist größer, als der Server annimmt.',
  },
  DOCUMENT_TOO_DEEP: {
    title: 'Dokument zu tief verschachtelt',
    levels: 'Das Dokument darf höchstens {limit} Ebenen tief verschachtelt sein.',
  },
  DOCUMENT_TOO_MANY_MEMBERS: {
    title: 'Zu viele Werte',
    members: 'Das Dokument darf höchstens {limit} Member und Elemente haben.',
  },
  INVALID_JSON: {
    title: 'Ungültiges JSON',
    required: 'Die Anfrage muss ein Dokument enthalten.',
    encoding: 'Das Dokument muss gültiges UTF-8 sein.',
    place: 'Das Dokument muss gültiges JSON sein. Der erste Fehler steht in Zeile {line}, Spalte {column}.',
    end: 'Das Dokument muss gültiges JSON sein, endet aber zu früh, in Zeile {line}, Spalte {column}.',
    value: 'Das Dokument muss gültiges JSON sein: Es {reason}.',
    body: 'Der Inhalt der Anfrage ist kein gültiges JSON.',
  },
  INTERNAL_ERROR: {
    title: 'Interner Fehler',
    recorded: 'Der Server hat den Fehler unter dieser `id` protokolliert.',
  },
  HEADER_INVALID: {
    title: 'Ungültiges Header-Feld',
    entityTags:
      '`{header}` muss „*“ oder eine Liste von Entity-Tags in Anführungszeichen sein, mit höchstens 4.096 Zeichen.',
    entityTag: '`ifMatch` muss ein Entity-Tag in Anführungszeichen sein.',
    ifMatch: '`If-Match` ist hier nicht möglich und muss entfallen.',
    method: '`{header}` muss PATCH oder DELETE sein.',
    key: '`{header}` muss ein Text in Anführungszeichen mit 1 bis {limit} Zeichen sein.',
    keyUnsupported:
      '`Idempotency-Key` ist bei Operationen auf dem Typ „{type}“ nicht möglich. Lassen Sie ihn weg, oder senden Sie die Operation allein.',
    keyOfIncluded:
      '`Idempotency-Key` ist bei einer Antwort mit Ressourcen des Typs „{type}“ nicht möglich. Lassen Sie ihn weg, oder nehmen Sie diese Ressourcen nicht auf.',
  },
  TIMED_OUT: {
    title: 'Zeit überschritten',
    server: 'Der Server konnte die Anfrage nicht in der vorgesehenen Zeit beantworten.',
    database: 'Die Anfrage hat die vorgesehene Zeit der Datenbank überschritten.',
  },
  SERVICE_UNAVAILABLE: {
    title: 'Dienst nicht verfügbar',
    source: 'Die Datenquelle ist vorübergehend nicht erreichbar. Senden Sie die Anfrage später noch einmal.',
    busy: 'Der Server ist ausgelastet und hat die Anfrage nicht bearbeitet. Senden Sie sie nach der Zahl von Sekunden in `Retry-After` noch einmal.',
  },
  CLIENT_GONE: {
    title: 'Verbindung getrennt',
    closed: 'Der Client hat die Verbindung vor der Antwort geschlossen.',
  },
  URL_INVALID: {
    title: 'Ungültige URL',
    encoding:
      'Der Pfad der URL muss prozentkodiertes UTF-8 sein, in dem Buchstaben, Ziffern, „-“, „.“ und „_“ nicht kodiert sind.',
  },
  URL_TOO_LONG: {
    title: 'URL zu lang',
    characters: 'Die URL darf nach der Wurzel der API höchstens {limit} Zeichen haben.',
  },
  CONTENT_TYPE_UNSUPPORTED: {
    title: 'Medientyp nicht unterstützt',
    required: '`Content-Type` muss angegeben werden: {mediaType}.',
    other: '`Content-Type` muss {mediaType} sein, ist aber „{value}“.',
    quotes: 'Setzen Sie die URIs von `ext` und `profile` in Anführungszeichen.',
    tooLong: '`Content-Type` darf höchstens 2.048 Zeichen haben.',
    parameters: '`Content-Type` wird nicht unterstützt: {reason}.',
    encoding: 'Ein Dokument vom Typ {mediaType} darf kein Content-Encoding haben.',
    extension: 'Diese URL setzt die Erweiterung {uri} voraus: Nennen Sie sie im Parameter `ext` von `{header}`.',
    withoutDocument:
      '`Content-Type` muss {mediaType} sein, auch ohne Dokument: Andere Anfragen können Browser von jeder Website aus senden.',
  },
  ACCEPT_UNSATISFIABLE: {
    title: 'Keine passende Darstellung',
    other: '`Accept` muss {mediaType} zulassen.',
    parameters: '`Accept` muss einen unterstützten Medientyp {mediaType} enthalten: {reason}.',
    tooLong: '`Accept` darf höchstens 2.048 Zeichen haben.',
    noRange: '`Accept` muss einen Medientyp enthalten.',
    extension: 'Diese URL setzt die Erweiterung {uri} voraus: Nennen Sie sie im Parameter `ext` von `{header}`.',
  },
  PRECONDITION_FAILED: {
    title: 'Vorbedingung nicht erfüllt',
    changed:
      'Kein Entity-Tag in `If-Match` passt zur aktuellen Version der Ressource. Lesen Sie die Ressource neu, und verwenden Sie ihr `ETag`. Schwache Tags (`W/…`) passen nie.',
    otherRepresentation: 'Kein Entity-Tag in `If-Match` passt zu dieser Darstellung. Schwache Tags (`W/…`) passen nie.',
    noVersion:
      'Die Ressource hat keine Version, die verglichen werden kann. Verwenden Sie `If-Match: *`, oder lassen Sie die Bedingung weg.',
    unknownExistence: 'Ob eine Ressource vom Typ „{type}“ existiert, ist vor dem Schreiben unbekannt.',
    noVersionOfType:
      'Ressourcen vom Typ „{type}“ haben keine Version, die verglichen werden kann. Verwenden Sie `If-Match: *`, oder lassen Sie die Bedingung weg.',
    excluded: 'Die Ressource hat eine Version, die `If-None-Match` ausschließt.',
    creation: '`If-Match` kann zu keiner Ressource passen, die noch nicht existiert, und muss beim Anlegen entfallen.',
  },
  PRECONDITION_REQUIRED: {
    title: 'Vorbedingung erforderlich',
    ifMatch: 'Diese Änderung setzt `If-Match` voraus. Senden Sie das `ETag` der Ressource.',
  },
  IDEMPOTENCY_KEY_REQUIRED: {
    title: 'Idempotenzschlüssel erforderlich',
    header: 'Das Header-Feld `{header}` muss angegeben werden.',
  },
  IDEMPOTENCY_KEY_REUSED: {
    title: 'Idempotenzschlüssel schon verwendet',
    otherRequest: 'Eine andere Anfrage hat diesen Idempotenzschlüssel verwendet. Jede Anfrage braucht einen neuen.',
  },
  IDEMPOTENCY_KEY_IN_USE: {
    title: 'Idempotenzschlüssel in Gebrauch',
    running:
      'Eine Anfrage mit diesem Idempotenzschlüssel ist noch nicht beantwortet. Senden Sie die Anfrage später noch einmal.',
  },
} as const;
