import { singularOf } from './inflect.ts';
import { wordsOf } from './words.ts';

/** Reads a list of words. */
function wordSet(text: string): ReadonlySet<string> {
  return new Set(text.split(' '));
}

const secretWords = wordSet(
  `password passwd passphrase passcode passkey pass pwd pw secret token salt otp totp hotp credential encrypted crypted ciphertext \
mnemonic jwt csrf xsrf bearer hmac authorization cookie cookies keystore pem cvv cvc ssn pin creditcard`,
);
/** Words that make a secret of `hash` or `digest` beside them. */
const hashedWords = wordSet(
  'user pass token code key session api login reset activation verification confirmation recovery unlock',
);
const hashes = wordSet('hash digest');
/** Words that are secret after another word, such as `key` after `api`. */
const pairs: Readonly<Record<string, ReadonlySet<string>>> = {
  key: wordSet(
    `private priv api access session secret encryption signing hashed master auth app client license activation recovery reset shared \
refresh bot webhook consumer deploy unlock wallet ssh`,
  ),
  code: wordSet(
    `backup recovery verification verify reset security auth access login confirmation confirm activation scratch invite invitation \
unlock sms`,
  ),
  ...{
    number: wordSet('card cc security'),
    no: wordSet('card cc'),
    card: wordSet('credit debit'),
    id: wordSet('session'),
  },
  ...{
    data: wordSet('session auth'),
    phrase: wordSet('seed recovery'),
    answer: wordSet('security'),
    link: wordSet('magic login'),
  },
};
/** Words that names contain beside those above. A word without separators is taken apart if it consists of known words only. */
const otherWords = wordSet(
  'remember email account admin oauth database db old new current temp plain text date value name type my web push device mfa sha md5 bcrypt enc',
);
const vocabulary: ReadonlySet<string> = new Set([
  ...[...secretWords, ...hashedWords, ...hashes, ...otherWords],
  ...Object.entries(pairs).flatMap(([last, first]) => [last, ...first]),
]);
/** A longer word is not a compound of known words that a person typed. */
const MAX_COMPOUND = 40;

/** Returns the known words of which a word consists, such as `password`, `hash`; undefined if it has another part. */
function partsOf(word: string): readonly string[] | undefined {
  if (vocabulary.has(word)) return [word];
  // The best way to write each beginning of the word, the longest first word first.
  const ways: (readonly string[] | undefined)[] = [[]];
  for (let end = 1; end <= word.length; end++)
    for (let start = 0; start < end && ways[end] === undefined; start++) {
      const before = ways[start];
      const part = word.slice(start, end);
      if (before !== undefined && vocabulary.has(part)) ways[end] = [...before, part];
    }
  return ways[word.length];
}

function areSecret(words: readonly string[]): boolean {
  if (words.some((word) => secretWords.has(word))) return true;
  if (words.some((word) => hashes.has(word)) && words.some((word) => hashedWords.has(word))) return true;
  return words.some((word, index) => Object.hasOwn(pairs, word) && pairs[word]?.has(words[index - 1] ?? '') === true);
}

/** Returns the known words at the end of a word that say that it is secret, such as those of `smtppassword`. */
function secretEndOf(word: string): readonly string[] | undefined {
  for (let start = 1; start < word.length; start++) {
    const parts = partsOf(word.slice(start));
    // Many words end with a short one: compass, spin.
    const long = parts?.filter((it) => it.length > 4 || !secretWords.has(it)) ?? [];
    if (areSecret(long)) return parts;
  }
  return undefined;
}

/** Returns the words of a name in the singular. */
function singularsOf(name: string): readonly string[] {
  return wordsOf(name).flatMap((word) => {
    const one = vocabulary.has(word) ? word : singularOf(word);
    if (one.length > MAX_COMPOUND) return [one];
    // `password2` is a password.
    const letters = one.replace(/\d/g, '');
    return partsOf(one) ?? partsOf(letters) ?? secretEndOf(letters) ?? [one];
  });
}

/** Secrets that a column of numbers can contain, too. */
export function isSecretNumber(name: string): boolean {
  const text = singularsOf(name).join(' ');
  return /(?:^| )(?:ssn|cvv|cvc|otp|card number|cc number)$/.test(text);
}

/** Words of columns that say nothing by themselves: their table says what they are. */
const bareWords = wordSet('key hash hashed digest code value data raw text body body identifier');
const userWords = wordSet('user account member customer employee staff admin administrator login auth identity');
const watchedWords: ReadonlySet<string> = new Set([
  ...[...userWords, 'key', 'reset', 'recovery', 'verification', 'invitation', 'invite', 'device', 'person', 'author'],
]);

/** Whether the names of a column and its table say that its strings, bytes, or documents are secret: `key` of `api_keys` is. */
export function isSecretColumn(name: string, table = ''): boolean {
  const words = singularsOf(name);
  if (areSecret(words)) return true;
  if (words.length === 0 || !words.every((word) => bareWords.has(word))) return false;
  const around = singularsOf(table);
  const isOfKeys = around.at(-1) === 'key' && (around.length === 1 || around.some((word) => userWords.has(word)));
  if (areSecret([...around, ...words]) || isOfKeys) return true;
  return words.some((word) => hashes.has(word)) && around.some((word) => userWords.has(word));
}

/** Whether a table is about users, keys, or resets: a reader should look at what is shown of it. */
export function isWatchedTable(name: string): boolean {
  return singularsOf(name).some((word) => watchedWords.has(word) || secretWords.has(word));
}

/**
 * Parts of strings that are secret wherever they stand: hashes of passwords, private keys, tokens of services, and JSON Web Tokens, whose
 * header begins with one of a few members.
 */
const secretStrings: readonly RegExp[] = [
  /\$2[abxy]\$\d\d\$|\$(?:argon2|scrypt|pbkdf2|apr1\$)|\$[156yPHS7]\$[./A-Za-z0-9]/,
  /pbkdf2[_:]sha[125]|\b(?:scrypt:\d|sha1\$\w)/,
  /[{]SSHA/,
  /-----BEGIN (?:RSA |DSA |EC |OPENSSH |ENCRYPTED |PGP )?PRIVATE KEY/,
  /\beyJ(?:hbGci|0eXAi|raWQi|lbmMi|4NXQi|jdHki)/,
  /\b(?:[sr]k_(?:live|test)_|gh[pousr]_[A-Za-z0-9]|github_pat_|glpat-|xox[abprs]-\d|whsec_|sk-(?:ant|proj)-|A[KS]IA[0-9A-Z])/,
  /\botpauth:\/\//,
];

/** Whether a value looks like a secret. */
export function isSecretText(text: string): boolean {
  return secretStrings.some((pattern) => pattern.test(text));
}

const secretTables = wordSet('session token password secret credential');
/** Tables in which tools remember which migrations ran, and Linkage its responses and events. */
const toolTables: ReadonlySet<string> = new Set([
  ...['idempotency_key', 'outbox', 'outbox_reader'],
  ...['schema_migrations', 'ar_internal_metadata', '_prisma_migrations', 'flyway_schema_history'],
  ...['kysely_migration', 'kysely_migration_lock', '__drizzle_migrations', 'knex_migrations', 'knex_migrations_lock'],
]);

/** Whether the name of a table says that its rows are secret, or of a tool. */
export function isHiddenTable(name: string): boolean {
  const last = singularsOf(name).at(-1);
  return toolTables.has(name.toLowerCase()) || (last !== undefined && secretTables.has(last));
}
