const cursors = 'The server does not page by cursors yet; the profile’s rules judge the documents of those that do.';
const atomic = 'The server does not execute the extension; its rules judge documents.';
const later =
  'The server answers at once; what takes longer is a resource of the application, and its status is its own.';
const allowed = 'Allowed, not demanded: the server does not do it.';
const range = (prefix: string, from: number, to: number, reason: string): readonly (readonly [string, string])[] =>
  Array.from({ length: to - from + 1 }, (_, index) => [`${prefix}-${String(from + index).padStart(2, '0')}`, reason]);

/** Why a row is left to somebody else, or is not there yet. It counts where no test of ours names the row. */
export const rowReasons: ReadonlyMap<string, string> = new Map([
  ...range('CUR', 1, 40, cursors),
  ...range('ATM', 1, 27, atomic),
  ['GEN-04', 'A definition of words.'],
  ['EXT-01', 'A matter of the text of an extension.'],
  ['EXT-02', 'A matter of the text of an extension.'],
  ['EXT-04', 'The owner of the URI publishes the text.'],
  ['PRO-04', 'A matter of the text of a profile.'],
  ['PRO-05', 'The owner of the URI publishes the text.'],
  ['PRO-07', 'The application chooses its profiles.'],
  ['RES-09', 'The application names its types.'],
  ['RES-14', 'The application declares its attributes; relationships take foreign keys of records as they are.'],
  ['LNK-03', 'A matter of clients.'],
  ['REL-06', 'An application may give it a meaning; ours keeps the order of the source.'],
  ['LNK-04', 'A matter of clients.'],
  ['JAP-07', 'A matter of clients.'],
  ['QRY-04', 'The application names its parameters.'],
  ['QRY-07', 'Allowed, not demanded: values follow the same steps.'],
  ['REC-09', 'The application names its types and fields.'],
  ['VER-03', 'A matter of clients.'],
  ['NEG-17', 'The server speaks 1.1.'],
  ['VER-02', 'A promise of the specification.'],
  ['VER-05', 'The server speaks 1.1; for clients it is a matter of trying again.'],
  ['REC-13', 'Advice for authors of profiles.'],
  ['ERR-09', 'The application serves what its links lead to.'],
  ['FET-11', 'A freedom, not a duty.'],
  ['CRE-17', 'A freedom, not a duty.'],
  ['UPD-15', 'A freedom, not a duty.'],
  ['RUP-14', 'A freedom, not a duty.'],
  ['DEL-06', 'A freedom, not a duty.'],
  ['CRE-08', allowed],
  ['UPD-06', allowed],
  ['RUP-10', allowed],
  ['DEL-02', allowed],
  ['CRE-09', later],
  ['UPD-07', later],
  ['RUP-11', later],
  ['DEL-03', later],
  ['REC-07', 'Left to a proxy or a hook of the framework, which can change the method.'],
  ['REC-10', later],
  ['REC-11', later],
  ['REC-12', later],
  ['RUP-09', 'The server changes no more than asked; a source that does is read anew with GET.'],
  ['NEG-04', 'The server applies no extension, so it names none.'],
  ['NEG-07', 'The server supports no extension; negotiation of them is tested in core.'],
  ['EXT-10', 'The server supports no extension; names of parameters are tested in core.'],
]);
