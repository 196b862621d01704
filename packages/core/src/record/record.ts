import type { Api } from '../schema/api.ts';
import type {
  AttributeInput,
  AttributeName,
  AttributeOutput,
  AttributesOf,
  KindOf,
  RelationshipName,
  TargetOf,
  TypeName,
} from '../schema/infer.ts';

/** An id as applications keep it; on the wire it is a string. */
export type RecordId = string | number | bigint;

/** The attribute names a fieldset leaves; all of them where there is no fieldset for the type. */
export type FieldsetAttribute<A extends Api, Type extends TypeName<A>, Fields> = Fields extends {
  readonly [Key in Type]: readonly (infer Name)[];
}
  ? Name & AttributeName<A, Type>
  : AttributeName<A, Type>;

/** The relationship names a fieldset leaves; all of them where there is no fieldset for the type. */
export type FieldsetRelationship<A extends Api, Type extends TypeName<A>, Fields> = Fields extends {
  readonly [Key in Type]: readonly (infer Name)[];
}
  ? Name & RelationshipName<A, Type>
  : RelationshipName<A, Type>;

type OptionalName<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = {
  [Key in Name]: undefined extends AttributeInput<A, Type, Key> | AttributeOutput<A, Type, Key> ? Key : never;
}[Name];

/** A Date may stand where a document has text. */
type DateFor<Input> = string extends Input ? Date : never;

/** Attributes of a record hold either side of their schema. The union is spelled out twice: the compiler prints it then. */
type RecordAttributes<A extends Api, Type extends TypeName<A>, Name extends keyof AttributesOf<A, Type>> = {
  readonly [Key in Exclude<Name, OptionalName<A, Type, Name>>]:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | DateFor<AttributeInput<A, Type, Key>>;
} & {
  readonly [Key in OptionalName<A, Type, Name>]?:
    | AttributeInput<A, Type, Key>
    | AttributeOutput<A, Type, Key>
    | DateFor<AttributeInput<A, Type, Key>>;
};

/** A resource identifier in a record. */
interface RecordIdentifier<Target extends string> {
  readonly type: Target;
  readonly id: RecordId;
}

type IsUnion<Member, Whole = Member> = Member extends unknown ? ([Whole] extends [Member] ? false : true) : never;

type Related<A extends Api, Target extends TypeName<A>, Fields> =
  | RecordIdentifier<Target>
  | (Target extends unknown ? ResourceRecord<A, Target, Fields> : never)
  // A bare id is enough only where there is one type it can be of.
  | (IsUnion<Target> extends true ? never : RecordId);

type RelationshipValue<A extends Api, Type extends TypeName<A>, Name extends string, Fields> =
  KindOf<A, Type, Name> extends 'to-one'
    ? Related<A, TargetOf<A, Type, Name>, Fields> | null
    : readonly Related<A, TargetOf<A, Type, Name>, Fields>[];

/**
 * A record of a type: the application's own object, as its ORM returns it. It has an id and the attributes that are to
 * be shown. A relationship that is absent or undefined was not loaded; null and [] say that it is empty; otherwise it
 * holds ids, identifiers or nested records.
 */
export type ResourceRecord<A extends Api, Type extends TypeName<A>, Fields = unknown> = {
  readonly id: RecordId;
} & RecordAttributes<A, Type, FieldsetAttribute<A, Type, Fields> & keyof AttributesOf<A, Type>> & {
    readonly [Name in RelationshipName<A, Type>]?: RelationshipValue<A, Type, Name, Fields> | undefined;
  };
