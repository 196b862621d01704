import { expectTypeOf, test } from 'vitest';
import type { OperationContext } from '../reading/conditional/operation-context.ts';
import type { SourceCall } from '../sources/port/data-source.ts';
import type { Change } from '../writing/change.ts';
import { writesOf } from './permitted.ts';
import type { RequestAccess } from './request-access.ts';

function forgetful(
  operation: OperationContext,
  rules: RequestAccess,
  change: Change<'delete'>,
  call: SourceCall,
): void {
  const gateway = operation.request.server.gatewayOf('articles');
  const read = (source: OperationContext['source']) => operation.with({ source });
  // @ts-expect-error A gateway shows what the user cannot read.
  read(gateway);
  // @ts-expect-error So does a source without the rules.
  read(rules.unguardedSourceOf('articles'));
  read(rules.sourceOf('articles') as OperationContext['source']);
  // @ts-expect-error The source of a request has no writes.
  operation.source.delete?.('1', call);
  // @ts-expect-error Nor has that of a change.
  change.source.delete?.('1', call);
  // @ts-expect-error Only the rules make a permit.
  writesOf(change.source, {});
  writesOf(change.source, change.permit).delete?.('1', call);
}

test('code that forgets the access rules does not compile', () => {
  expectTypeOf(forgetful).returns.toBeVoid();
});
