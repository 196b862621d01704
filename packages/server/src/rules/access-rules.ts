import type {
  Api,
  CreateInput,
  FieldName,
  RelationshipName,
  ResourceIdentifierObject,
  StoredAttributeName,
  StoredRelationshipName,
  TypeName,
  UpdateInput,
} from '@linkage/core';
import type { Awaitable, LinkageChange, SourceCall } from '../sources/port/data-source.ts';
import type { TransactionOf } from '../sources/port/transaction-of.ts';
import type { ActSubject } from './act-subject.ts';
import type { ReadConditions } from './read-terms.ts';
import type { SubjectRecord } from './subject-record.ts';

export type { ReadCondition, ReadConditionField, ReadTerm } from './read-terms.ts';

/** The subject of a `create` rule. */
export interface CreateSubject<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  out Context = unknown,
  out Transaction = unknown,
> {
  readonly input: CreateInput<A, Type>;
  /**
   * The call, to read other data in the transaction of the write. A rule that takes it sees what earlier operations of the request have
   * written.
   */
  readonly call: SourceCall<Context, Transaction>;
}

/** The subject of a `delete` rule. */
export interface DeleteSubject<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  out Context = unknown,
  out Transaction = unknown,
> {
  readonly id: string;
  /** The current record, with all fields that its source returns. */
  readonly record: SubjectRecord<A, Type>;
  /** The call, to read other data in the transaction of the write. */
  readonly call: SourceCall<Context, Transaction>;
}

/** The subject of an `update` rule. */
export interface UpdateSubject<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  out Context = unknown,
  out Transaction = unknown,
> extends DeleteSubject<A, Type, Context, Transaction> {
  /**
   * The attributes and relationships in the request. If the rule decides on a request for a relationship URL, because
   * there is no rule `updateRelationship`, it is the linkage after the request, without members that the user cannot read.
   */
  readonly input: UpdateInput<A, Type>;
}

/**
 * The subject of an `updateRelationship` rule: the relationship and its change, at the relationship URL or as part of a resource.
 */
export interface UpdateRelationshipSubject<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  out Context = unknown,
  out Transaction = unknown,
> {
  /** Undefined if the resource is being created and the server chooses its id. */
  readonly id: string | undefined;
  /** The current record; undefined if the resource is being created. */
  readonly record: SubjectRecord<A, Type> | undefined;
  readonly relationship: StoredRelationshipName<A, Type>;
  readonly change: LinkageChange;
  /** The identifiers in the change: those to set, add, or remove. */
  readonly identifiers: readonly ResourceIdentifierObject[];
  /** The call, to read other data in the transaction of the write. */
  readonly call: SourceCall<Context, Transaction>;
}

/** The attributes that a user can read of all resources, of none, or of those that match all conditions. */
export type FieldConditions<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = {
  readonly [Name in StoredAttributeName<A, Type>]?: boolean | ReadConditions<A, Type>;
};

/** The fields of a type that a user can read: only some, all except some, or some of them of certain resources only. */
export type FieldChoice<A extends Api = Api, Type extends TypeName<A> = TypeName<A>> = {
  /**
   * The conditions of attributes that the user can read of some resources only, such as their own e-mail address. Other resources do not
   * contain the attribute, the user can neither filter nor sort by it, and a write of it must be of a resource that matches before and
   * after the write.
   */
  readonly where?: FieldConditions<A, Type>;
} & (
  | { readonly only: readonly RuledField<A, Type>[]; readonly except?: never }
  | { readonly except: readonly RuledField<A, Type>[]; readonly only?: never }
  | { readonly where: FieldConditions<A, Type>; readonly only?: never; readonly except?: never }
);

/** A field of a type, or a part of the data of memberships: `doctors.role`. A list that names only `doctors` hides this data. */
type RuledField<A extends Api, Type extends TypeName<A>> =
  | FieldName<A, Type>
  | `${RelationshipName<A, Type>}.${string}`;

/** The relationship of which a write contains the linkage. */
export interface LinkedFrom<A extends Api> {
  /** The type of the resource that the write creates or changes. */
  readonly type: TypeName<A>;
  readonly relationship: string;
}

/** A rule `read`. Errors print this name, so that the first line names the rule and what it must be. */
type ReadFunction<A extends Api, Type extends TypeName<A>, Context> = (
  /** The result of the option `context`. */
  context: Context,
) => Awaitable<boolean | ReadConditions<A, Type>>;

/**
 * The access rules of one resource type. An action without a rule is denied, unless the option `defaultAccess` is
 * `allow`. Without `updateRelationship`, the rule `update` decides on changes of relationships, and `create` on those of a new
 * resource. Without `fields`, the user can read all fields.
 *
 * If a rule throws a `JsonApiError`, the server responds with it. If a rule throws another error or returns an invalid
 * value, the request fails without reading or writing anything.
 */
export interface AccessRule<
  in out A extends Api = Api,
  in out Type extends TypeName<A> = TypeName<A>,
  in Context = unknown,
  in Transaction = unknown,
> {
  /**
   * Returns which resources the user can read: all, none, or those that match every condition in the array. Other resources are
   * treated as nonexistent. An empty array of conditions is an error: return `true` instead.
   */
  readonly read?: ReadFunction<A, Type, Context>;
  /**
   * Returns which fields the user can read: all, none, these, or all except some. Other fields are treated as
   * undeclared. With `where`, the user can read an attribute of some resources only: see `FieldChoice`.
   */
  readonly fields?: (context: Context) => Awaitable<boolean | readonly RuledField<A, Type>[] | FieldChoice<A, Type>>;
  /**
   * Returns which resources of the type a write can link by their ids although the user cannot read them, for example to invite a person:
   * all, none, or those that match every condition. `from` names the relationship whose linkage contains the ids. Responses still do not
   * show these resources, and the user cannot remove the links. The user learns which of these ids exist. Default: none.
   */
  readonly link?: (context: Context, from: LinkedFrom<A>) => Awaitable<boolean | ReadConditions<A, Type>>;
  /** Whether the user can create this resource. The created resource must also match the user's `read` rule. */
  readonly create?: (context: Context, subject: CreateSubject<A, Type, Context, Transaction>) => Awaitable<boolean>;
  /**
   * Whether the user can update this resource, or the conditions that it must match before the update: a rule that takes only the
   * context is then part of the statement that writes. The resource must match the user's `read` rule before and after the update.
   */
  readonly update?: (
    context: Context,
    subject: UpdateSubject<A, Type, Context, Transaction>,
  ) => Awaitable<boolean | ReadConditions<A, Type>>;
  /** Whether the user can delete this resource, or the conditions that it must match. The resource must match the user's `read` rule. */
  readonly delete?: (
    context: Context,
    subject: DeleteSubject<A, Type, Context, Transaction>,
  ) => Awaitable<boolean | ReadConditions<A, Type>>;
  /**
   * Whether the user can change this relationship, at its own URL or as part of a create or update request. Default: the
   * rule `update`, or `create` for a new resource.
   */
  readonly updateRelationship?: (
    context: Context,
    subject: UpdateRelationshipSubject<A, Type, Context, Transaction>,
  ) => Awaitable<boolean>;
  /**
   * Whether the user can run an action of this type, which `subject.action` names. The resource must match the user's `read` rule. An
   * action on a filter asks for each of its resources.
   */
  readonly act?: (context: Context, subject: ActSubject<A, Type, Context, Transaction>) => Awaitable<boolean>;
}

/** The access rules of an API by resource type. `Given` is the type of the sources, from which that of their transactions follows. */
export type AccessRules<A extends Api = Api, Context = unknown, Given = unknown> = {
  readonly [Type in TypeName<A>]?: AccessRule<A, Type, Context, TransactionOf<Given, Type>>;
};
