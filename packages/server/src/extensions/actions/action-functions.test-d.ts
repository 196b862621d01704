import { attribute, defineAction, defineApi } from '@linkage/core';
import { assertType, expectTypeOf, test } from 'vitest';
import { z } from 'zod';
import { createMemorySources } from '../../memory/create-memory-sources.ts';
import { createServer } from '../../pipeline/create-server.ts';
import type { AccessRule } from '../../rules/access-rules.ts';
import type { ActionFunctions } from './action-functions.ts';
import type { ServedAction } from './served-action.ts';

const api = defineApi({
  issues: {
    attributes: { title: z.string(), status: attribute(z.enum(['open', 'closed']), { write: false }) },
    actions: {
      close: defineAction({ input: z.object({ count: z.int().default(1) }), ifMatch: true }),
      archive: defineAction({ on: 'filter', limit: 9, output: z.object({ count: z.int() }) }),
      reset: defineAction({ on: 'collection' }),
    },
  },
  people: { attributes: { name: z.string() } },
});
type Functions = NonNullable<ActionFunctions<typeof api, { readonly name: string }>['issues']>;
const others = { archive: () => ({ count: 1 }), reset: () => undefined };
const sources = createMemorySources(api, {});

test('a function receives the output of the schema, the record, and typed writes', () => {
  createServer(api, sources, {
    context: () => ({ name: 'ann' }),
    actions: {
      issues: {
        close({ id, record, input, call, context, writes }) {
          expectTypeOf(id).toEqualTypeOf<string>();
          expectTypeOf(input).toEqualTypeOf<{ count: number }>();
          expectTypeOf(record.status).toEqualTypeOf<'open' | 'closed' | undefined>();
          expectTypeOf([call.context, context]).toEqualTypeOf<{ name: string }[]>();
          writes.update('issues', id, { attributes: { status: 'closed' } });
          // @ts-expect-error there is no such status
          writes.update('issues', id, { attributes: { status: 'close' } });
        },
        archive({ resources, execute }) {
          execute({ method: 'DELETE', target: { type: 'people', id: '1' } });
          // @ts-expect-error there is no such type
          execute({ method: 'DELETE', target: { type: 'person', id: '1' } });
          return { count: resources.map(({ record }) => record.title).length };
        },
        reset(request) {
          // @ts-expect-error a collection has no id
          request.id;
        },
      },
    },
  });
});

test('the output must match its schema, and each action has a function', () => {
  const close = () => undefined;
  assertType<Functions>({ ...others, close });
  // @ts-expect-error the output has `count`
  assertType<Functions>({ ...others, close, archive: () => ({ size: 1 }) });
  // @ts-expect-error the output is missing
  assertType<Functions>({ ...others, close, archive: () => undefined });
  // @ts-expect-error `close` is missing
  assertType<Functions>(others);
  // @ts-expect-error there is no such action
  assertType<Functions>({ ...others, close, open: () => undefined });
  // @ts-expect-error people have no actions
  assertType<ActionFunctions<typeof api>>({ people: { close } });
});

test('the rule `act` knows the input by the name of the action', () => {
  assertType<AccessRule<typeof api, 'issues', { readonly name: string }>>({
    act(user, subject) {
      expectTypeOf(subject.action).toEqualTypeOf<'close' | 'archive' | 'reset'>();
      if (subject.action === 'close') return subject.input.count < user.name.length && subject.record.title !== 'x';
      // @ts-expect-error the others have no input
      return subject.input.count < 1;
    },
  });
});

test('a function does not receive a record that the access rules have not checked', () => {
  const unchecked = { id: '1', record: { id: '1' } };
  const served = (run: ServedAction['run']) => {
    run(undefined, {});
    // @ts-expect-error only `find-visible.ts` returns resources that a function can receive
    run(unchecked, {});
    // @ts-expect-error nor one of several
    run({ resources: [unchecked] }, {});
  };
  expectTypeOf(served).toBeFunction();
});

test('a declaration is checked', () => {
  // @ts-expect-error `inputs` is not an option
  defineAction({ inputs: z.object({}) });
  // @ts-expect-error an input is an object
  defineAction({ input: z.string() });
  // @ts-expect-error there is no such target
  defineAction({ on: 'resources' });
  // @ts-expect-error declared with defineAction
  defineApi({ issues: { actions: { close: { input: z.object({}) } } } });
  // @ts-expect-error a name that a member cannot have
  defineApi({ issues: { actions: { '-close': defineAction() } } });
});
