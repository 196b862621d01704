import type { TypeFacts } from '../../facts/type-facts.ts';
import { isSame, type Json, show } from '../../json.ts';
import { type Created, create } from '../../run/fixtures.ts';
import type { Tester } from '../../run/tester.ts';
import { fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { rejectionText } from '../expectations.ts';

/** Statuses of updates that succeed. */
export const SUCCESS = [200, 202, 204] as const;

/** A new resource with the update that it got. */
export interface Updated extends Created {
  readonly sent: Json;
  readonly response: Answer;
}

/** Sends an update with these members. */
export async function patch(tester: Tester, { url, type, id }: Created, members: Json): Promise<Answer> {
  return tester.send('PATCH', url, { body: { data: { type: type.name, id, ...members } } });
}

/** Creates a resource and updates it as the samples say. */
export async function update(tester: Tester, it: TypeFacts): Promise<Updated> {
  const made = await create(tester, it);
  const sent = tester.fill(updateOf(it));
  return { ...made, sent, response: await patch(tester, made, sent) };
}

/** Updates a resource. Ends the case as undecided if that does not succeed at once. */
export async function succeed(tester: Tester, it: TypeFacts): Promise<Updated> {
  const updated = await update(tester, it);
  const { status } = updated.response;
  if (status !== 200 && status !== 204) undecided(`${rejectionText(updated.response)}.`);
  return updated;
}

/** Returns the resource as it is now. */
export async function again(tester: Tester, { url }: Created): Promise<Json> {
  return (await tester.fetchDocument(url)).document.data;
}

/** Names of attributes that an update sets, and that the server did not change: another value than the sent one can be its own form. */
export function expectChanged(before: Json, after: Json, sent: Json): void {
  const names = Object.keys(sent ?? {});
  const shown = names.filter((name) => Object.hasOwn(after?.attributes ?? {}, name));
  if (shown.length === 0) undecided('GET shows no attribute of the update.');
  const ignored = shown.filter(
    (name) => !isSame(after.attributes[name], sent[name]) && isSame(after.attributes[name], before?.attributes?.[name]),
  );
  const change = 'Store the value, or respond with 403 if it cannot be updated.';
  if (ignored.length > 0)
    fail(`${show(sent)}, or 403`, `GET still shows the old value of ${ignored.join(', ')}`, change);
}

const isEmpty = (value: unknown): boolean => value === undefined || value === null || value === '' || isSame(value, []);

/** Fails if a rejected update changed one of these attributes. */
export async function expectUnchanged(tester: Tester, made: Created, names: readonly string[]): Promise<void> {
  const found = (await again(tester, made))?.attributes;
  const wrong = names.find((name) => !isSame(found?.[name], made.resource.attributes?.[name]));
  if (wrong !== undefined) fail('the attributes as they were', `"${wrong}" is ${show(found?.[wrong])}`);
}

/** Fails if attributes that an update does not name were cleared, or changed without a response that shows it. */
export function expectKept(before: Json, after: Json, names: readonly string[], response: Answer): void {
  const different = names.filter((name) => !isSame(before?.attributes?.[name], after?.attributes?.[name]));
  const [first] = different;
  if (first === undefined) return;
  const cleared = different.find((name) => isEmpty(after?.attributes?.[name]));
  const told = response.document?.data?.attributes;
  // The server can change more than asked, if it says so.
  if (cleared === undefined && Object.hasOwn(told ?? {}, first)) {
    undecided(`The server changed ${different.join(', ')} as well, and its response shows it.`);
  }
  const name = cleared ?? first;
  fail(`"${name}" as it was: ${show(before?.attributes?.[name])}`, `"${name}" is ${show(after?.attributes?.[name])}`);
}
