import { formatEntityTag, namesForm } from '../reading/conditional/entity-tag.ts';
import { isNotModified } from '../reading/conditional/preconditions.ts';
import { isHashed, resourceVersion, versionSelection } from '../reading/conditional/resource-version.ts';
import { findResource } from '../reading/find-resource.ts';
import { withIncludes } from '../reading/include-tree.ts';
import { formOf, formSelection, wholeForm } from '../response/document/document-form.ts';
import { jobState } from '../response/document/job-response.ts';
import { topLevelLinks } from '../response/document/links.ts';
import { onePrimary, rootOf } from '../response/document/primary-records.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import type { OperationDefinition } from './operation.ts';

/** @see https://jsonapi.org/format/1.1/#fetching-resources */
export const fetchResource: OperationDefinition<'resource', 'resource', 'none'> = Object.freeze({
  name: 'fetch-resource',
  kind: 'resource',
  method: 'GET',
  needs: ['find'],
  query: 'resource',
  document: 'none',
  statuses: [200, 303],
  async run(given, { query }) {
    const operation = given.reading(query);
    const { request, route, source } = operation;
    const { type, id } = route;
    const form = formOf(operation, type, query);
    if (form !== undefined && namesForm(operation.preconditions.ifNoneMatch, form.hash)) {
      const record = await findResource(operation, type, id, formSelection(operation, type, form));
      const known = { version: resourceVersion(operation, type, record), form: wholeForm(form, record) };
      const tag = formatEntityTag(known.version, undefined, known.form);
      if (isNotModified(operation.preconditions, tag, known.version)) return { status: 200, ...known };
    }
    const needed = versionSelection(operation, type, query);
    // A hash of the record depends on the linkage in it, and must be the same without `include`.
    const selection = isHashed(source) ? needed : withIncludes(request, type, needed, query);
    const record = await findResource(operation, type, id, selection);
    const { done, retryAfter } = jobState(request, source, type.name, record);
    if (done !== undefined) return done;
    const primary = onePrimary(rootOf(type, record));
    // Rejects records with too much linkage before their version is computed from it.
    const document = await respondWithRecords(operation, primary, query, topLevelLinks(operation));
    const version = resourceVersion(operation, type, record);
    const whole = form === undefined ? undefined : wholeForm(form, record);
    return { status: 200, retryAfter, version, form: whole, body: document };
  },
} satisfies OperationDefinition<'resource', 'resource', 'none'>);
