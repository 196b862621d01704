import { rejectionText } from '../cases/expectations.ts';
import type { TypeFacts } from '../facts/type-facts.ts';
import { EXISTING } from '../gateway/proof.ts';
import { noteDoubtful, type OwnResource, type Trial } from '../gateway/tracked.ts';
import { identityOf, isSameSet } from '../json.ts';
import { type Answer, shortened } from '../target/exchange.ts';
import { cleanUp } from './clean-up.ts';
import { createDocument, listAll } from './fixtures.ts';
import { createTester, MEDIA_TYPE, type Tester } from './tester.ts';
import { isStop } from './verdict.ts';
import type { World } from './world.ts';

/** The outcome of a create request: the resource of the tests, a reason why it is not proved to be, or no success. */
export type Attempt = { readonly answer: Answer; readonly made: OwnResource | string | undefined };

const hasMark = (tester: Tester, type: TypeFacts): boolean =>
  tester.world.gateway.marks.markIn(createDocument(tester, type)) !== undefined;

/** Returns every resource of a type; undefined if the tests cannot see all of them. */
async function identitiesOf(tester: Tester, type: TypeFacts): Promise<ReadonlySet<string> | undefined> {
  try {
    const { resources, isStable } = await listAll(tester, type);
    const again = isStable ? resources : (await listAll(tester, type)).resources;
    return isSameSet(resources, again) ? new Set(resources.map(identityOf)) : undefined;
  } catch (error) {
    if (!isStop(error)) throw error;
    return undefined;
  }
}

/**
 * Sends two create requests for each type before the first case that writes. A server that finds or replaces resources returns the same
 * one twice, or one that was there: such a type gets no more create requests, and none of its resources is deleted.
 */
export async function tryCreating(world: World): Promise<void> {
  for (const type of world.types.filter(({ sample }) => sample.create !== undefined)) {
    if (world.signal?.aborted === true) return;
    await tryType(world, type);
    await cleanUp(world);
    const { own, trials } = world.gateway.tracked;
    const trial = trials.get(type.name);
    const isDeleted = ![...own.values()].some((each) => each.type === type.name);
    if (trial?.creates === true) trials.set(type.name, { ...trial, deletes: isDeleted });
  }
}

async function tryType(world: World, type: TypeFacts): Promise<void> {
  const { tracked } = world.gateway;
  const tester = createTester(world);
  const isMarked = hasMark(tester, type);
  // A new resource has a value of this run, or it is one that the tests have not seen.
  const before = isMarked ? undefined : await identitiesOf(tester, type);
  const settle = (facts: Partial<Trial>) =>
    tracked.trials.set(type.name, { creates: false, deletes: false, isRunning: false, before, ...facts });
  settle({ isRunning: true });
  try {
    const first = await attempt(world, type);
    if (first.answer.status >= 300) return void settle(await rejectionFacts(world, type, first.answer));
    const second = await attempt(world, type);
    const stop = [first, second]
      .map(({ made }) => made)
      .find((it) => typeof it === 'string' && it.startsWith(EXISTING));
    if (typeof stop === 'string') return void settle({ stop });
    const [one, two] = [first.made, second.made];
    if (typeof one === 'object' && typeof two === 'object' && identityOf(one) === identityOf(two)) {
      const reason = `${EXISTING}: two create requests returned ${type.name} "${one.id}".`;
      noteDoubtful(tracked, one, reason);
      return void settle({ stop: reason });
    }
    // A server that rejects the second one has a rule against duplicates.
    const isRejected = second.answer.status >= 400 && second.answer.status < 500;
    const isTold = isMarked || before !== undefined;
    settle({ creates: typeof one === 'object' && (typeof two === 'object' || (isRejected && isTold)) });
  } catch (error) {
    if (!isStop(error)) throw error;
    settle({ stop: `No create request is sent for "${type.name}": ${error.message}` });
  }
}

/** Statuses of rejections that have nothing to do with the body. */
const ANYWAY: ReadonlySet<number> = new Set([401, 403, 404, 405, 410, 501]);
/** The media type that the parsers of most frameworks accept by default. */
const USUAL = 'application/json';

/** Says why a create request was rejected. It is sent once more as JSON: a server that then accepts it does not parse the media type. */
async function rejectionFacts(world: World, type: TypeFacts, rejected: Answer): Promise<Partial<Trial>> {
  const stop = `The server rejects \`create\` of "${type.name}": ${rejectionText(rejected)}.`;
  if (rejected.status < 400 || ANYWAY.has(rejected.status)) return { stop };
  const { answer } = await attempt(world, type, USUAL);
  if (answer.status >= 300) return { stop };
  return {
    stop: `The server does not parse the media type ${MEDIA_TYPE}: ${rejectionText(rejected)}, and ${answer.status} with ${USUAL}.`,
    unparsed: [rejected, answer].map((response) => shortened({ request: response.request, response })),
  };
}

/** Sends one create request for a type. */
export async function attempt(world: World, type: TypeFacts, contentType: string = MEDIA_TYPE): Promise<Attempt> {
  const tester = createTester(world, [], world.signal);
  const headers = { 'content-type': contentType };
  const answer = await tester.send('POST', type.collection, { headers, body: createDocument(tester, type) });
  if (answer.status >= 300) return { answer, made: undefined };
  try {
    return { answer, made: tester.madeBy(answer) };
  } catch (error) {
    return { answer, made: (error as Error).message };
  }
}
