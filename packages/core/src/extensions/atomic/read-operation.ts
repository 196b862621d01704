import { isObject } from '../../internal/members.ts';
import { checkObjects } from '../../requests/parse/defined-members.ts';
import type { Reporter } from '../../requests/parse/error-collector.ts';
import { readIdString } from '../../requests/parse/identification.ts';
import { readLinkage } from '../../requests/parse/linkage.ts';
import { reportAmbiguous } from '../../requests/parse/local-ids.ts';
import { readRelationships } from '../../requests/parse/relationships.ts';
import { readResourceObject } from '../../requests/parse/resource.ts';
import type { RelationshipDefinition, ResourceType } from '../../schema/api.ts';
import type { MetaObject } from '../../spec/document/links-object.ts';
import type { AtomicOperation } from './operation.ts';
import { type OperationsReading, reporterOfForm } from './operations-reading.ts';
import { type NamedTarget, readIdentity, readNamedTarget, readTypeName } from './read-target.ts';

/** An object of the document. */
type Members = Readonly<Record<string, unknown>>;
type Op = AtomicOperation['op'];

function readOp(operation: Members, reporter: Reporter): Op | undefined {
  const op = operation.op;
  if (op === 'add' || op === 'update' || op === 'remove') return op;
  const place = op === undefined ? [] : ['op'];
  return reporter.report('DOCUMENT_INVALID.op', {}, place);
}

/** Returns the target of an operation without `ref` and `href`. */
function targetOfData(op: Op, data: unknown, reading: OperationsReading, reporter: Reporter): NamedTarget | undefined {
  if (op === 'remove') {
    return reporter.report('DOCUMENT_INVALID.target', {}, []);
  }
  if (!isObject(data)) {
    const place = data === undefined ? [] : ['data'];
    return reporter.report('DOCUMENT_INVALID.operationData', {}, place);
  }
  if (op === 'update') {
    const target = readIdentity(data, 'data', reading, reporter);
    return target && { target, targetMember: 'data' };
  }
  const type = readTypeName(data, 'data', reading, reporter);
  return type === undefined
    ? undefined
    : { target: { type, id: undefined, lid: undefined, relationship: undefined }, targetMember: 'data' };
}

/** Checks the form of linkage, but not whether the relationship is read-only. */
function checkLinkage(
  op: Op,
  definition: RelationshipDefinition,
  data: unknown,
  { localIds, budget }: OperationsReading,
  reporter: Reporter,
): void {
  if (definition.kind === 'to-one' && op !== 'update') {
    reporter.report('OPERATION_NOT_SUPPORTED.toOneOperation', { name: definition.name }, ['op']);
    return;
  }
  if (data === undefined) {
    reporter.report('DOCUMENT_INVALID.linkageRequired', {}, []);
    return;
  }
  readLinkage(definition, data, ['data'], { localIds, budget, collector: reporterOfForm(reporter) });
}

/** Reads the id and the local id of a resource object, and declares the local id of a resource to add. */
function readOwnIds(op: Op, type: string, data: Members, reading: OperationsReading, reporter: Reporter): void {
  const { localIds } = reading;
  const lid = readIdString(data, 'lid', ['data'], reporter);
  const id = readIdString(data, 'id', ['data'], reporter);
  if (op === 'update' && data.id === undefined) {
    readIdentity({ type, id: undefined, lid: data.lid }, 'data', reading, reporter);
    return;
  }
  if (lid === undefined) return;
  const isPaired = id === undefined || localIds.pair(type, { id, lid });
  const isDistinct = op !== 'add' || localIds.create({ type, lid, id });
  if (!isPaired || !isDistinct) reportAmbiguous(lid, ['data', 'lid'], reporter);
}

/** Checks the form of a resource object, but not its attributes. */
function checkResource(
  op: Op,
  type: ResourceType,
  data: unknown,
  reading: OperationsReading,
  reporter: Reporter,
): void {
  if (data === undefined) {
    reporter.report('DOCUMENT_INVALID.operationData', {}, []);
    return;
  }
  const ofForm = reporterOfForm(reporter);
  const resource = readResourceObject(data, type, ofForm);
  if (resource === undefined) return;
  const { localIds, budget } = reading;
  readOwnIds(op, type.name, resource, reading, reporter);
  checkObjects(resource, ['attributes'], ['data'], reporter);
  readRelationships(resource.relationships, {
    ...{ type, localIds, budget, collector: ofForm },
    request: op === 'add' ? 'create' : 'update',
  });
}

/** Checks that a resource is added to a collection, and that a target to update or remove is not a collection. */
function checkPlace(op: Op, { target, targetMember }: NamedTarget, reporter: Reporter): boolean {
  const isCollection = target.id === undefined && target.lid === undefined;
  if (isCollection === (op === 'add')) return true;
  reporter.report(`DOCUMENT_INVALID.${op === 'add' ? 'targetOfAdd' : 'targetOfOthers'}`, {}, [targetMember]);
  return false;
}

/** Reads an operation. If its form is invalid, reports all errors and returns undefined. */
export function readOperation(
  operation: Members,
  pointer: string,
  reading: OperationsReading,
  reporter: Reporter,
): AtomicOperation | undefined {
  const op = readOp(operation, reporter);
  checkObjects(operation, ['meta'], [], reporter);
  const operationData = operation.data;
  const named = readNamedTarget(operation, reading, reporter);
  if (op === undefined || named === undefined) return undefined;
  const place = named ?? targetOfData(op, operationData, reading, reporter);
  if (place === undefined) return undefined;
  const type = reading.api.types.get(place.target.type) as ResourceType;
  const relationship = type.relationships.get(place.target.relationship ?? '');
  if (relationship !== undefined) checkLinkage(op, relationship, operationData, reading, reporter);
  else if (!checkPlace(op, place, reporter)) return undefined;
  else if (op !== 'remove') checkResource(op, type, operationData, reading, reporter);
  // `data` has no meaning if a resource is removed.
  const data = op === 'remove' && relationship === undefined ? undefined : operationData;
  return { op, pointer, ...place, data, meta: operation.meta as MetaObject | undefined };
}
