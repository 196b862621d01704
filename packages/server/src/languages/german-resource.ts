/** The messages of errors about resources and operations, in German. */
export const resourceMessages = {
  UNAUTHORIZED: { title: 'Anmeldung erforderlich', credentials: 'Gültige Anmeldedaten sind erforderlich.' },
  TOO_MANY_REQUESTS: {
    title: 'Zu viele Anfragen',
    seconds: 'Senden Sie die Anfrage nach {seconds} Sekunden noch einmal.',
  },
  NOT_FOUND: {
    title: 'Nicht gefunden',
    url: 'Diese URL existiert nicht.',
    otherUrl: 'Diese URL gehört nicht zur API.',
    resource: 'Die Ressource mit dem Typ „{type}“ und dieser Id existiert nicht.',
    anyResource: 'Die Ressource existiert nicht.',
    id: 'Eine Ressource mit dieser Id existiert nicht.',
    unreadable: 'Ressourcen vom Typ „{type}“ können nicht gelesen werden.',
    type: '„{type}“ ist kein Ressourcentyp dieser API.',
    anyType: 'Der Ressourcentyp existiert nicht.',
    relationship: 'Der Typ „{type}“ hat keine Beziehung „{name}“.',
    anyRelationship: 'Der Typ „{type}“ hat diese Beziehung nicht.',
    linkage: 'Die Beziehung kann nicht gelesen werden.',
    idOfRelationship: 'Eine Beziehung braucht die Id ihrer Ressource.',
    action: 'Der Typ „{type}“ deklariert diese Aktion nicht.',
  },
  RELATED_RESOURCE_NOT_FOUND: {
    title: 'Verknüpfte Ressource nicht gefunden',
    resource: 'Die verknüpfte Ressource mit dem Typ „{type}“ und der Id „{id}“ existiert nicht.',
    document: 'Eine verknüpfte Ressource der Anfrage existiert nicht.',
  },
  FORBIDDEN: {
    title: 'Nicht erlaubt',
    create: 'Sie dürfen diese Ressource nicht anlegen.',
    update: 'Sie dürfen diese Ressource nicht ändern.',
    delete: 'Sie dürfen diese Ressource nicht löschen.',
    deleteReferenced:
      'Sie dürfen diese Ressource nicht löschen, weil Sie nicht alle Ressourcen ändern oder löschen dürfen, die auf sie verweisen.',
    updateRelationship: 'Sie dürfen diese Beziehung nicht ändern.',
    act: 'Sie dürfen diese Aktion nicht ausführen.',
    repeated: 'Sie dürfen die Antwort auf diese Anfrage nicht mehr lesen.',
    denied: 'Die Datenquelle erlaubt das dem Server nicht.',
  },
  METHOD_NOT_ALLOWED: {
    title: 'Methode nicht erlaubt',
    allowed: 'Mögliche Methoden dieser URL: {methods}.',
    unlisted: 'Ressourcen vom Typ „{type}“ können nicht aufgelistet werden. Mögliche Methoden dieser URL: {methods}.',
    unfetched:
      'Ressourcen vom Typ „{type}“ können nicht einzeln gelesen werden. Mögliche Methoden dieser URL: {methods}.',
  },
  OPERATION_NOT_SUPPORTED: {
    title: 'Operation nicht möglich',
    request: 'Dieser Server unterstützt diese Anfrage für den Typ „{type}“ nicht.',
    relationship: 'Die Beziehung `{name}` {reason}.',
    toOne: 'Die Beziehung `{name}` ist eine To-one-Beziehung. Ersetzen Sie sie mit PATCH.',
    toOneOperation: '`op` muss bei der To-one-Beziehung `{name}` „update“ sein.',
    members:
      'Die Beziehung `{name}` hat zu viele Mitglieder, um ersetzt zu werden. Fügen Sie Mitglieder hinzu, oder entfernen Sie sie.',
    target: 'Das Ziel unterstützt diese Operation nicht.',
    background: 'Diese Operation würde im Hintergrund weiterlaufen. Senden Sie sie allein.',
    transaction:
      'Ressourcen dieses Typs können nicht in einer Transaktion mit denen der früheren Operationen geändert werden. Senden Sie diese Operationen in getrennten Anfragen.',
    together: 'Ressourcen dieser Typen können nicht zusammen geändert werden: {names}.',
    filter: 'Der Filter trifft auf mehr als {limit} Ressourcen zu. Senden Sie einen engeren Filter.',
    newLinks:
      'Die verknüpften Ressourcen entscheiden über die Verknüpfungen, sobald diese Ressource eine Id hat; das Anlegen könnte dann aber nicht rückgängig gemacht werden. Legen Sie zuerst die Ressource an, und ändern Sie dann die Beziehung.',
    protectedLinks:
      'Andere Ressourcen sind mit dieser Ressource in einer Beziehung verknüpft, die nur gelesen werden kann.',
    linkToItself:
      'Dieser Typ unterstützt keine Verknüpfungen einer neuen Ressource mit sich selbst. Legen Sie zuerst die Ressource an, und ändern Sie dann die Beziehung.',
  },
  LAST_MEMBER_REQUIRED: {
    title: 'Letztes Mitglied erforderlich',
    last: 'Die Beziehung `{name}` ist erforderlich, deshalb darf ihr letztes Mitglied nicht entfernt werden.',
  },
} as const;
