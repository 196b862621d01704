import { resolveLink } from '../facts/urls.ts';
import { isObject, type Json } from '../json.ts';
import { rejectionToCreate } from './create-rejection.ts';
import { rejectionOfIdentifiers, rejectionOfLinkage, rejectionToName } from './named-resources.ts';
import { type GatewayState, isVacantId } from './state.ts';
import { ownAt } from './tracked.ts';

/** Returns why Atomic Operations must not be sent; undefined if they concern nothing but resources of the tests. */
export async function rejectionOfOperations(state: GatewayState, body: Json): Promise<string | undefined> {
  const operations = body?.['atomic:operations'];
  if (!Array.isArray(operations)) return undefined;
  const lids = new Set<unknown>();
  for (const operation of operations.filter(isObject)) {
    const rejection = await rejectionOfOperation(state, operation, lids);
    if (rejection !== undefined) return rejection;
    if (isAddition(operation)) lids.add(operation['data']?.lid);
  }
  return undefined;
}

/** Whether the last segment of a URL is an id that the tests made up, and GET says that no resource has it. */
async function isOfNothing(state: GatewayState, href: string): Promise<boolean> {
  const [id = '', name] = href.split('/').reverse();
  const type = state.types.find(({ collection }) => collection.endsWith(`/${name}`));
  return state.marks.isMadeUp(id) && type !== undefined && (await isVacantId(state, type, id));
}

const isAddition = ({ op, ref }: Json): boolean =>
  String(op).toLowerCase() === 'add' && ref?.relationship === undefined && ref?.id === undefined;

async function rejectionOfOperation(
  state: GatewayState,
  operation: Json,
  lids: ReadonlySet<unknown>,
): Promise<string | undefined> {
  const { ref, href, data } = operation;
  if (isAddition(operation) && href === undefined) {
    const type = state.types.find(({ name, sample }) => name === data?.type && sample.create !== undefined);
    return type === undefined ? undefined : rejectionToCreate(state, type, data);
  }
  if (typeof href === 'string') {
    const url = resolveLink(href, `${state.baseUrl}/`);
    const isOwn = url !== undefined && ownAt(state.tracked, url) !== undefined;
    if (!isOwn && !(await isOfNothing(state, href))) {
      return `The operation would change ${href}, which is not a resource of the tests.`;
    }
  }
  const targets = [ref, ref?.relationship === undefined ? data : undefined].filter(isObject);
  const isTargeted = targets.some(
    ({ id, lid }) => (id !== undefined && id !== '') || (lid !== undefined && lids.has(lid)),
  );
  if (!isTargeted && typeof href !== 'string' && !state.isDestructive) {
    return 'The operation names no resource: a server that does not check this could change or delete all of them. To send it, pass --destructive.';
  }
  for (const target of targets) {
    const rejection = await rejectionToName(state, target);
    if (rejection !== undefined) return rejection;
  }
  return ref?.relationship === undefined ? rejectionOfLinkage(state, data) : rejectionOfIdentifiers(state, data);
}
