type Members = Readonly<Record<string, unknown>>;

/** Codes of PostgreSQL, or of the operating system, for what Prisma says by a code or a kind of its own. */
const codes: Readonly<Record<string, string>> = {
  P1001: 'ECONNREFUSED',
  P1002: 'ETIMEDOUT',
  P1008: 'ETIMEDOUT',
  P1017: 'ECONNRESET',
  P2024: '53300',
  P2034: '40001',
  TransactionWriteConflict: '40001',
  DatabaseNotReachable: 'ECONNREFUSED',
  ConnectionClosed: 'ECONNRESET',
  SocketTimeout: 'ETIMEDOUT',
  TooManyConnections: '53300',
  UniqueConstraintViolation: '23505',
  ForeignKeyConstraintViolation: '23503',
  RestrictViolation: '23001',
  NullConstraintViolation: '23502',
  LengthMismatch: '22001',
  ValueOutOfRange: '22003',
  InvalidInputValue: '22P02',
};

function membersOf(value: unknown): Members {
  return typeof value === 'object' && value !== null ? (value as Members) : {};
}

function textIn(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/**
 * Returns the error of the driver that Prisma has converted, with the members that drivers of PostgreSQL use. Returns any other error
 * unchanged.
 */
export function driverErrorOf(error: unknown): unknown {
  if (!(error instanceof Error)) return error;
  const { code, meta, cause: own } = error as unknown as Members;
  const adapterError = membersOf(membersOf(meta)['driverAdapterError'] ?? own);
  const cause = membersOf(adapterError['cause'] ?? adapterError);
  const found =
    textIn(cause['originalCode']) ?? textIn(cause['code']) ?? codes[String(cause['kind'])] ?? codes[String(code)];
  if (found === undefined) return error;
  const constraint = membersOf(cause['constraint']);
  const fields = Array.isArray(constraint['fields']) ? constraint['fields'] : undefined;
  const message = textIn(cause['originalMessage']) ?? textIn(cause['message']) ?? error.message;
  return Object.assign(new Error(message, { cause: error }), {
    code: found,
    table: cause['table'],
    column: cause['column'],
    constraint: constraint['index'],
    detail: cause['detail'] ?? (fields === undefined ? undefined : `Key (${fields.join(', ')})=() has this value.`),
  });
}
