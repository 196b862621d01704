import type { Change, ChangeDirection } from '../change.ts';
import { checkCompareOptions } from '../check-compare-options.ts';
import { applyOptions, type CompareOptions } from '../compare-options.ts';
import { compareEntries } from '../description/names.ts';
import { referenceResolver } from '../description/reference-resolver.ts';
import { createReport } from '../description/report.ts';
import { checkInput } from '../input/check-input.ts';
import { isOpenApi } from '../input/forms.ts';
import { compareBaseUrls, compareSecurity, compareServerUrls } from './compare-access.ts';
import { compareHeaders } from './compare-headers.ts';
import { type Comparison, compareSchema, resourceTypesIn } from './comparison.ts';
import { type Content, type OpenApiDocument, type Operation, operationsOf } from './operation.ts';

/**
 * Returns the changes between two OpenAPI documents of version 3, of any server, the worst first. A change of a component
 * appears once, and not once for each operation.
 *
 * @throws {TypeError} If an option is unknown or has a wrong value, or a document is malformed: the message names the
 * member.
 */
export function compareOpenApi(
  before: OpenApiDocument,
  after: OpenApiDocument,
  options: CompareOptions = {},
): readonly Change[] {
  checkCompareOptions('compareOpenApi', options);
  checkInput('compareOpenApi', 'before', before, isOpenApi);
  checkInput('compareOpenApi', 'after', after, isOpenApi);
  const references = { before: referenceResolver(before), after: referenceResolver(after) };
  const report = createReport();
  const comparison: Comparison = {
    references,
    report,
    added: new Set(),
    knownTypes: resourceTypesIn(before),
    servers: [before['servers'], after['servers']],
  };
  compareBaseUrls(before, after, report);
  compareEntries(operationsOf(before, references.before), operationsOf(after, references.after), {
    removed: (_, { name, pointer }) => report.add('endpoint-removed', pointer, `${name} was removed.`),
    added: (_, { name, pointer }) => report.add('endpoint-added', pointer, `${name} was added.`),
    both: (_, was, is) => compareOperation(was, is, comparison),
  });
  return applyOptions(report.changes, options);
}

function compareOperation(before: Operation, after: Operation, comparison: Comparison): void {
  const { add } = comparison.report;
  const { name, pointer } = after;
  compareSecurity(before, after, comparison.report);
  if (before.servers !== undefined || after.servers !== undefined) {
    const [was, is] = comparison.servers;
    const place = { name, pointer: `${pointer}/servers` };
    compareServerUrls(before.servers ?? was, after.servers ?? is, place, comparison.report);
  }
  compareEntries(before.parameters, after.parameters, {
    removed: (key) =>
      add(
        'parameter-removed',
        `${before.pointer}/parameters`,
        `${name} no longer has the parameter \`${nameOf(key)}\`.`,
        { before: nameOf(key) },
      ),
    added: (key, { isRequired }) => {
      const message = `${name} has the ${isRequired ? 'required ' : ''}parameter \`${nameOf(key)}\`.`;
      add(isRequired ? 'parameter-added-required' : 'parameter-added', `${pointer}/parameters`, message, {
        after: nameOf(key),
      });
    },
    both: (key, was, is) => {
      if (is.isRequired && !was.isRequired)
        add('parameter-required', is.value.pointer, `Requests to ${name} must contain \`${nameOf(key)}\`.`);
      if (was.isRequired && !is.isRequired)
        add('parameter-optional', is.value.pointer, `Requests to ${name} can omit \`${nameOf(key)}\`.`);
      if (was.form !== is.form && was.form !== '' && is.form !== '') {
        const message = `Requests to ${name} must write \`${nameOf(key)}\` in another form: ${is.form}.`;
        add('parameter-form-changed', is.value.pointer, message, { before: was.form, after: is.form });
      }
      compareSchema(
        was.value,
        is.value,
        { direction: 'request', subject: `The parameter \`${nameOf(key)}\`` },
        comparison,
      );
    },
  });
  compareBodies(before, after, comparison);
  compareEntries(before.responses, after.responses, {
    removed: (status) =>
      add(statusRule(status), `${before.pointer}/responses`, `${name} no longer responds with ${status}.`, {
        before: status,
      }),
    added: (status) =>
      add(statusRule(status), `${pointer}/responses`, `${name} can respond with ${status}.`, { after: status }),
    both: (status, was, is) => {
      const place = { name: `${name} (${status})`, pointer: `${pointer}/responses/${status}` };
      compareContent(was, is, { direction: 'response', ...place }, comparison);
      compareHeaders(was.headers, is.headers, place, comparison);
    },
  });
}

function nameOf(key: string): string {
  return key.slice(key.indexOf(' ') + 1);
}

function statusRule(status: string): 'success-status-changed' | 'error-status-changed' {
  return /^[123]/.test(status) ? 'success-status-changed' : 'error-status-changed';
}

function compareBodies(before: Operation, after: Operation, comparison: Comparison): void {
  const { add } = comparison.report;
  const pointer = `${after.pointer}/requestBody`;
  const { name } = after;
  if (before.body === undefined && after.body === undefined) return;
  if (after.body === undefined)
    add('request-body-removed', `${before.pointer}/requestBody`, `Requests to ${name} can no longer contain a body.`);
  else if (before.body === undefined) {
    const rule = after.body.isRequired ? 'request-body-required' : 'request-body-optional';
    add(rule, pointer, `Requests to ${name} ${after.body.isRequired ? 'must' : 'can'} contain a body.`);
  } else {
    if (after.body.isRequired && !before.body.isRequired)
      add('request-body-required', pointer, `Requests to ${name} must contain a body.`);
    if (before.body.isRequired && !after.body.isRequired)
      add('request-body-optional', pointer, `Requests to ${name} can omit the body.`);
    compareContent(before.body, after.body, { direction: 'request', name, pointer }, comparison);
  }
}

function compareContent(
  before: Content,
  after: Content,
  {
    direction,
    name,
    pointer,
  }: { readonly direction: ChangeDirection; readonly name: string; readonly pointer: string },
  comparison: Comparison,
): void {
  const { add } = comparison.report;
  compareEntries(before.mediaTypes, after.mediaTypes, {
    removed: (it) =>
      add('media-type-removed', `${pointer}/content`, `${name} no longer has the media type ${it}.`, {
        direction,
        before: it,
      }),
    added: (it) =>
      add('media-type-added', `${pointer}/content`, `${name} has the media type ${it}.`, { direction, after: it }),
    both: (_, was, is) => compareSchema(was, is, { direction, subject: 'A value' }, comparison),
  });
}
