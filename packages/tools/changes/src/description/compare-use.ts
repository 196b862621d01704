import type { FieldDescription } from '@linkage/server';
import type { Place } from '../place.ts';

/** The parts that say when messages contain a field. Relationships did not have all of them in older descriptions. */
interface Usable {
  readonly read?: boolean;
  readonly onDemand?: boolean;
  readonly required: boolean;
  readonly write: FieldDescription['write'];
}

/** Adds the changes of when messages contain a field. */
export function compareUse(name: string, before: Usable, after: Usable, { at }: Place): void {
  const [was, is] = [before.read !== false, after.read !== false];
  at('read').flag(
    was,
    is,
    ['field-shown', `Responses contain "${name}".`],
    ['field-hidden', `Responses no longer contain "${name}".`],
  );
  if (is && was)
    at('onDemand').flag(
      before.onDemand,
      after.onDemand,
      ['field-on-request', `Responses contain "${name}" only if \`fields\` lists it.`],
      ['field-by-default', `Responses contain "${name}" without \`fields\`.`],
    );
  const values = { before: before.write, after: after.write };
  for (const kind of ['create', 'update'] as const)
    at('write').flag(
      canWrite(before.write, kind),
      canWrite(after.write, kind),
      ['field-writable', `Requests that ${kind} a resource can contain "${name}".`, values],
      ['field-read-only', `Requests that ${kind} a resource can no longer contain "${name}".`, values],
    );
  at('required').flag(
    before.required,
    after.required,
    ['field-required', `Requests that create a resource must contain "${name}".`],
    ['field-optional', `Requests that create a resource can omit "${name}".`, { direction: is ? 'both' : 'request' }],
  );
}

function canWrite(rule: FieldDescription['write'], kind: 'create' | 'update'): boolean {
  return rule === true || rule === kind;
}
