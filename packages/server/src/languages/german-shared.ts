import type { Messages } from '@linkage/core';

/** The sentences and phrases that errors of several codes have, in German. */
export const sharedMessages = {
  common: {
    didYouMean: 'Meinten Sie {name}?',
    supported: 'Möglich: {names}.',
    pathTooLong: 'Der Pfad darf höchstens {limit} Schritte haben, hat aber {steps}.',
  },
  found: {
    emptyArray: 'ein leeres Array',
    arrayOfOne: 'ein Array mit einem Element',
    array: 'ein Array mit {count} Elementen',
    object: 'ein Objekt',
  },
  names: {
    none: 'keine',
    noAttributes: 'keine Attribute',
    more: '{names} und {count} weitere',
    both: '{names} und {names2}',
  },
  types: { either: '{types} oder {types2}', more: '{count} weitere' },
  reason: {
    both: '{reason}; {reason2}',
    readOnly: 'kann nur gelesen werden',
    onlyOnCreation: 'kann nur beim Anlegen der Ressource gesetzt werden',
    notOnCreation: 'kann beim Anlegen der Ressource nicht gesetzt werden',
    onlyOnInverse:
      'kann nur gelesen werden: `{side}` enthält dieselben Verknüpfungen, die nur dort, mit `If-Match`, geändert werden können',
    onNoSide:
      'kann nur gelesen werden: `{side}` enthält dieselben Verknüpfungen, die auch dort nicht geändert werden können',
    halfSurrogatePair: 'muss gültiges Unicode sein, enthält aber ein halbes Surrogatpaar',
    outOfRange: 'muss im Wertebereich von double liegen',
    nameForbidden: 'darf nicht `__proto__` heißen',
    nameWithHalfSurrogatePair:
      'muss einen Namen in gültigem Unicode haben, der Name enthält aber ein halbes Surrogatpaar',
    unreadable: 'kann nicht gelesen werden',
    circular: 'enthält einen Kreis von Verweisen',
    notOfJson: 'enthält {value}',
    version: 'Version 1.0 erlaubt den Parameter „{name}“ nicht',
    otherParameter: 'nur die Parameter `ext` und `profile` sind erlaubt, nicht „{name}“',
    repeatedParameter: 'der Parameter `{name}` kommt zweimal vor',
    extension: 'die Erweiterung „{uri}“ wird nicht unterstützt (unterstützt: {names})',
    weight: 'das Gewicht muss über 0 liegen',
  },
  expected: {
    withoutNul: 'ohne das Zeichen U+0000 sein',
    withoutMark: 'ohne U+FEFF am Anfang sein',
    textOfBytes: 'ein Text mit höchstens {limit} Bytes sein',
    text: 'ein Text mit höchstens {limit} Zeichen sein',
    integer: 'eine ganze Zahl sein',
    integerInRange: 'eine ganze Zahl von {least} bis {greatest} sein',
    decimal: 'eine Dezimalzahl sein',
    decimalOfDigits: 'eine Dezimalzahl mit höchstens {digits} Stellen vor und {fraction} nach dem Komma sein',
    number: 'eine Zahl im Wertebereich ihres Typs sein',
    uuid: 'eine UUID sein',
    date: 'ein Datum wie 2026-02-28 sein',
    timestamp: 'ein Datum mit Uhrzeit wie 2026-02-28T10:00:00Z sein',
    array: 'ein Array sein',
    arrayOf: 'ein Array sein; jedes Element muss {expected}',
    bytes: 'Bytes in Base64 wie „aGk=“ sein',
    bytesOfLength: 'genau {count} Bytes in Base64 sein',
    bytesUpTo: 'höchstens {limit} Bytes in Base64 sein',
    storable: 'ein Wert sein, der gespeichert werden kann',
  },
  token: {
    opening: 'eine öffnende Klammer nach dem Namen eines Operators',
    quote: 'ein schließendes Anführungszeichen',
    closing: 'ein Komma oder eine schließende Klammer',
    end: 'das Ende',
  },
  condition: {
    operator: 'dem Operator „{operator}“ für `{field}`',
    field: 'einer Bedingung für `{field}`',
    identifier: 'einem Identifier für `{field}`',
    null: 'null für `{field}`',
    group: 'der Gruppe `{kind}`',
  },
} as const satisfies Partial<Messages>;
