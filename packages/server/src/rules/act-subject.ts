import type { ActionName, Api, TypeName } from '@linkage/core';
import type { ActionOptionsOf, ActionValue, TargetOfAction } from '@linkage/core/internal';
import type { SourceCall } from '../sources/port/data-source.ts';
import type { SubjectRecord } from './subject-record.ts';

/** One resource of an action, with all fields that its source returns, locked against other writes. */
export interface ResourceSubject<A extends Api, Type extends TypeName<A>> {
  readonly id: string;
  readonly record: SubjectRecord<A, Type>;
}

/** The subject of a rule `act`: the name of the action, and what it is about. A filter asks the rule for each of its resources. */
export type ActSubject<
  A extends Api = Api,
  Type extends TypeName<A> = TypeName<A>,
  Context = unknown,
  Transaction = unknown,
> =
  string extends TypeName<A>
    ? Partial<ResourceSubject<A, Type>> & {
        readonly action: string;
        readonly input: unknown;
        readonly call: SourceCall<Context, Transaction>;
      }
    : {
        [Name in ActionName<A, Type>]: (TargetOfAction<ActionOptionsOf<A, Type, Name>> extends 'collection'
          ? unknown
          : ResourceSubject<A, Type>) & {
          readonly action: Name;
          readonly input: ActionValue<ActionOptionsOf<A, Type, Name>, 'input', 'output'>;
          readonly call: SourceCall<Context, Transaction>;
        };
      }[ActionName<A, Type>];
