import { type Awaitable, andThen, formatEntityTag, isNotModified, namesForm } from '@linkage/core/internal';
import { resourceVersion, versionSelection } from '../reading/conditional/resource-version.ts';
import { findResource } from '../reading/find-resource.ts';
import { withIncludes } from '../reading/include-tree.ts';
import { formOf, formSelection, wholeForm } from '../response/document/document-form.ts';
import { jobState, noJob } from '../response/document/job-response.ts';
import { topLevelLinks } from '../response/document/links.ts';
import type { OperationResponse } from '../response/document/operation-response.ts';
import { respondWithRecords } from '../response/document/respond.ts';
import { allFields } from '../sources/port/selection.ts';
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
  run(given, { query }) {
    const operation = given.request.rules === undefined ? given : given.reading(query);
    const { request, route, source } = operation;
    const { type, id } = route;
    const form = request.server.options.deployment === undefined ? undefined : formOf(operation, type, query);
    const read = (): Awaitable<OperationResponse> => {
      // A hash of the record depends on the linkage in it, and must be the same without `include`.
      const selection = source.isHashed
        ? allFields(type)
        : withIncludes(request, type, versionSelection(operation, type, query), query);
      return andThen(findResource(operation, type, id, selection), (record) => {
        const { done, retryAfter } = source.job === undefined ? noJob : jobState(request, source, type.name, record);
        if (done !== undefined) return done;
        const primary = {
          types: [type.name],
          records: [{ type, id, record }],
          shape: 'one',
          shown: undefined,
        } as const;
        // Rejects records with too much linkage before their version is computed from it.
        return andThen(respondWithRecords(operation, primary, query, topLevelLinks(operation)), (body) => {
          const version = resourceVersion(operation, type, record);
          const whole = form === undefined ? undefined : wholeForm(form, record);
          return { status: 200, retryAfter, version, form: whole, body };
        });
      });
    };
    if (form !== undefined && namesForm(operation.preconditions.ifNoneMatch, form.hash)) {
      const finding = findResource(operation, type, id, formSelection(operation, type, form));
      return andThen(finding, (record) => {
        const known = { version: resourceVersion(operation, type, record), form: wholeForm(form, record) };
        const tag = formatEntityTag(known.version, undefined, known.form);
        return isNotModified(operation.preconditions, tag, known.version) ? { status: 200, ...known } : read();
      });
    }
    return read();
  },
} satisfies OperationDefinition<'resource', 'resource', 'none'>);
