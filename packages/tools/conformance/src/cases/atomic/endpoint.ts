import { atomicExtension } from '@linkage/core/atomic';
import type { TypeFacts } from '../../facts/type-facts.ts';
import { type Json, show } from '../../json.ts';
import { createDocument } from '../../run/fixtures.ts';
import { MEDIA_TYPE, type Tester } from '../../run/tester.ts';
import { absent, fail, undecided } from '../../run/verdict.ts';
import { updateOf } from '../../samples/samples.ts';
import type { Answer } from '../../target/exchange.ts';
import { aWrite, type CaseMaker } from '../case.ts';
import { documentOf, expectStatus } from '../expectations.ts';

/** Creates a case of the extension. */
export const atomicCase: typeof aWrite = (id, rows, title, run) =>
  aWrite(
    `atomic-${id}`,
    rows,
    title,
    (tester, it) => {
      endpointOf(tester);
      return run(tester, it);
    },
    'profile',
  );

/** The media type of requests and responses of the extension. */
export const ATOMIC: string = `${MEDIA_TYPE}; ext="${atomicExtension.uri}"`;

/** Returns the URL of the endpoint; undecided if the samples name none. */
export function endpointOf({ world: { samples, gateway } }: Tester): string {
  return `${gateway.baseUrl}${samples.atomic ?? absent('The samples name no endpoint of the extension (`atomic`).')}`;
}

/** Creates a case of the extension, about a type that can be created and updated. */
export const atomicWrite: CaseMaker<TypeFacts> = (id, rows, title, run) =>
  atomicCase(id, rows, title, async (tester) => {
    const type = tester.world.types.find(
      ({ sample }) => sample.create !== undefined && sample.update !== undefined && sample.update !== false,
    );
    return run(tester, type ?? undecided('The samples contain no type with `create` and `update`.'));
  });

/** Sends operations, with more headers and members of the document. */
export function operate(tester: Tester, operations: Json, headers: object = {}, members: object = {}): Promise<Answer> {
  return tester.send('POST', endpointOf(tester), {
    headers: { accept: ATOMIC, 'content-type': ATOMIC, ...headers },
    body: { 'atomic:operations': operations, ...members },
  });
}

/** Returns an operation that updates a resource of a type as the samples say. */
export function updating(
  tester: Tester,
  type: TypeFacts,
  { id, lid }: { readonly id?: string; readonly lid?: string },
): Json {
  return { op: 'update', data: { type: type.name, id, lid, ...tester.fill(updateOf(type)) } };
}

/** Returns an operation that adds a resource. */
export function adding(tester: Tester, type: TypeFacts, more: Readonly<Record<string, unknown>> = {}): Json {
  return { op: 'add', data: createDocument(tester, type, more).data };
}

/** Returns the results of a response, which must be as many as the operations. */
export function resultsOf(answer: Answer, count: number): readonly Json[] {
  expectStatus(answer, 200);
  const results = documentOf(answer)['atomic:results'];
  if (!Array.isArray(results)) fail('`atomic:results`', show(answer.document));
  if (results.length !== count) fail(`${count} results`, `there are ${results.length}`);
  return results;
}
