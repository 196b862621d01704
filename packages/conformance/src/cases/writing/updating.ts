import type { TypeFacts } from '../../facts/type-facts.ts';
import { isSame, type Json, show } from '../../json.ts';
import { type Created, create } from '../../run/fixtures.ts';
import type { Kit } from '../../run/kit.ts';
import { undecided } from '../../run/verdict.ts';
import type { Answer } from '../../target/exchange.ts';
import { expectThat } from '../expectations.ts';

/** Statuses of updates that succeed. */
export const SUCCESS = [200, 202, 204] as const;

/** A new resource with the update that it got. */
export interface Updated extends Created {
  readonly sent: Json;
  readonly response: Answer;
}

/** Sends an update with these members. */
export async function patch(kit: Kit, { url, type, id }: Created, members: Json): Promise<Answer> {
  return kit.send('PATCH', url, { body: { data: { type: type.name, id, ...members } } });
}

/** Creates a resource and updates it as the samples say. */
export async function update(kit: Kit, it: TypeFacts): Promise<Updated> {
  const made = await create(kit, it);
  const sent = kit.fill(it.sample.update ?? {});
  return { ...made, sent, response: await patch(kit, made, sent) };
}

/** Updates a resource. Ends the case as undecided if that does not succeed at once. */
export async function succeed(kit: Kit, it: TypeFacts): Promise<Updated> {
  const updated = await update(kit, it);
  const { status } = updated.response;
  if (status !== 200 && status !== 204) undecided(`The update returned ${status}.`);
  return updated;
}

/** Returns the resource as it is now. */
export async function again(kit: Kit, { url }: Created): Promise<Json> {
  return (await kit.fetchDocument(url)).document.data;
}

/** Fails unless a resource has these attributes. */
export function expectAttributes(found: Json, wanted: Json): void {
  const different = Object.keys(wanted ?? {}).filter((name) => !isSame(found?.attributes?.[name], wanted[name]));
  expectThat(different.length === 0, show(wanted), () => `${different.join(', ')}: ${show(found?.attributes)}`);
}
