import type { FieldDescription } from '@linkage/server';
import type { Report } from './report.ts';

/** The parts that say when messages contain a field. Relationships did not have all of them in older descriptions. */
interface Usable {
  readonly read?: boolean;
  readonly onDemand?: boolean;
  readonly required: boolean;
  readonly write: FieldDescription['write'];
}

/** Adds the changes of when messages contain a field. */
export function compareUse(name: string, before: Usable, after: Usable, pointer: string, { add }: Report): void {
  const [was, is] = [before.read !== false, after.read !== false];
  if (was && !is) add('field-hidden', `${pointer}/read`, `Responses no longer contain "${name}".`);
  if (!was && is) add('field-shown', `${pointer}/read`, `Responses contain "${name}".`);
  if (is && was && before.onDemand !== true && after.onDemand === true) {
    add('field-on-request', `${pointer}/onDemand`, `Responses contain "${name}" only if \`fields\` lists it.`);
  }
  if (is && was && before.onDemand === true && after.onDemand !== true) {
    add('field-by-default', `${pointer}/onDemand`, `Responses contain "${name}" without \`fields\`.`);
  }
  for (const kind of ['create', 'update'] as const) {
    const [could, can] = [canWrite(before.write, kind), canWrite(after.write, kind)];
    if (could === can) continue;
    const message = `Requests that ${kind} a resource can ${can ? '' : 'no longer '}contain "${name}".`;
    const values = { before: before.write, after: after.write };
    add(can ? 'field-writable' : 'field-read-only', `${pointer}/write`, message, values);
  }
  if (!before.required && after.required)
    add('field-required', `${pointer}/required`, `Requests that create a resource must contain "${name}".`);
  if (before.required && !after.required)
    add('field-optional', `${pointer}/required`, `Requests that create a resource can omit "${name}".`, {
      direction: is ? 'both' : 'request',
    });
}

function canWrite(rule: FieldDescription['write'], kind: 'create' | 'update'): boolean {
  return rule === true || rule === kind;
}
