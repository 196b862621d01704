import type { DocumentNode } from '../../grammar/node.ts';
import { describeValue } from '../../internal/describe-value.ts';
import { isObject, ownMember } from '../../internal/is-object.ts';
import { errorsRules } from '../../spec/errors-rules.ts';
import { defineRule, type Rule } from '../rule.ts';

/**
 * The `id` of an error object must be unique.
 *
 * @see https://jsonapi.org/format/1.1/#error-objects
 */
export const uniqueErrorIds: Rule = defineRule(errorsRules, 'unique-error-ids', {
  visit: {
    errors(node: DocumentNode<readonly unknown[]>, context) {
      const seen = new Set<string>();
      for (const [index, error] of node.value.entries()) {
        const id = isObject(error) ? ownMember(error, 'id') : undefined;
        if (typeof id !== 'string') continue;
        if (seen.has(id))
          context.report(
            `The \`id\` of an error object must be unique, but an earlier error has the id ${describeValue(id)}.`,
            node,
            index,
            'id',
          );
        seen.add(id);
      }
    },
  },
});
