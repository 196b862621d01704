import { describeValue } from '../../internal/describe-value.ts';
import { ownMembers } from '../../internal/members.ts';
import { errorMemberNames } from '../../spec/grammar/error-node-kinds.ts';
import type { DocumentNode } from '../../spec/grammar/node.ts';
import { ignored, must } from '../../spec/rule-facts.ts';
import { reportString, reportValue, requireText } from '../report-value.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * `errors` must be an array of error objects.
 *
 * Requirements: DOC-10 ERR-01
 */
export const errorObjects: Rule = defineRule('error-objects', must('error-objects'), {
  wrongShape: {
    errors: reportValue('`errors` must be an array'),
    error: reportValue('An error object must be an object'),
  },
});

/** Whether an error object contains a member that is defined for it. */
export function hasErrorMember({ value }: DocumentNode): boolean {
  return errorMemberNames.some((name) => value[name] !== undefined);
}

/**
 * An error object must contain at least one of the members that are defined for it; at-members do not count.
 *
 * Requirements: ERR-06 NAM-09
 */
export const errorMembers: Rule = defineRule('error-members', must('error-objects'), {
  missingMember: {
    error(node: DocumentNode, context) {
      if (hasErrorMember(node)) return;
      context.report(
        'An error object must contain at least one of `id`, `links`, `status`, `code`, `title`, `detail`, `source`, and `meta`.',
        node,
      );
    },
  },
});

/**
 * `id`, `code`, `title`, and `detail` of an error object must be strings.
 *
 * Requirements: ERR-07 ERR-11 ERR-12 ERR-13
 */
export const errorStrings: Rule = defineRule('error-strings', must('error-objects'), {
  wrongShape: {
    'error-id': reportString,
    code: reportString,
    'error-title': reportString,
    detail: reportString,
  },
});

/**
 * The `status` of an error object must be a string with an HTTP status code.
 *
 * Requirements: ERR-10
 */
export const errorStatus: Rule = defineRule('error-status', must('error-objects'), {
  ...requireText('status', '`status` must be a string of three digits such as "404"', (it) => /^[1-5]\d\d$/.test(it)),
});

/**
 * The `id` of an error object must be unique.
 *
 * Requirements: ERR-05 ERR-07
 */
export const uniqueErrorIds: Rule = defineRule('unique-error-ids', must('error-objects'), {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      const seen = new Set<string>();
      for (const [index, error] of node.value.entries()) {
        const { id } = ownMembers(error);
        if (typeof id !== 'string') continue;
        if (seen.has(id))
          context.report(
            `The \`id\` of an error must be unique, but an earlier error has ${describeValue(id)}.`,
            node,
            index,
            'id',
          );
        seen.add(id);
      }
    },
  },
});

/**
 * The `source` of an error object must be an object.
 *
 * Requirements: ERR-14
 */
export const errorSource: Rule = defineRule('error-source', must('error-objects'), {
  wrongShape: { source: reportValue('`source` must be an object') },
});

function isPointer(text: string): boolean {
  return text === '' || (text.startsWith('/') && !/~(?![01])/.test(text));
}

/**
 * The `pointer` of an error source must be a JSON Pointer.
 *
 * Requirements: ERR-15 ERR-24
 */
export const errorPointer: Rule = defineRule('error-pointer', ignored('error-objects'), {
  ...requireText('pointer', '`pointer` must be a JSON Pointer such as "/data"', isPointer),
});

/**
 * The `parameter` of an error source must be a string.
 *
 * Requirements: ERR-16
 */
export const errorParameter: Rule = defineRule('error-parameter', must('error-objects'), {
  wrongShape: { parameter: reportString },
});

/** Matches the name of a header (RFC 9110, section 5.1). */
const FIELD_NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

/**
 * The `header` of an error source must be a string with the name of one header.
 *
 * Requirements: ERR-17
 */
export const errorHeader: Rule = defineRule('error-header', must('error-objects'), {
  ...requireText('header', '`header` must be the name of a header', (it) => FIELD_NAME.test(it)),
});
