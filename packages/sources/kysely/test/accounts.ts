import { readFileSync } from 'node:fs';

/** An account of the system. */
export interface Account {
  readonly uid: number;
  readonly gid: number;
}

/** The account that runs a database server: PostgreSQL does not run as root. Undefined if this process is not root. */
export function findAccount(preferred: string): Account | undefined {
  if (process.getuid?.() !== 0) return undefined;
  const accounts = readFileSync('/etc/passwd', 'utf8')
    .split('\n')
    .map((line) => line.split(':'));
  const [, , uid, gid] =
    accounts.find(([name]) => name === preferred) ?? accounts.find(([name]) => name === 'nobody') ?? [];
  return { uid: Number(uid ?? 65534), gid: Number(gid ?? 65534) };
}
