import type { ServerDescription } from '@linkage/server';
import type { ChangeLevel, ChangeRuleId } from '../src/index.ts';
import type { Draft } from './described-articles.ts';

/** One edit of a description, and the change that the comparison must report. */
export interface Edit {
  readonly name: string;
  readonly rule: ChangeRuleId;
  readonly level: ChangeLevel;
  readonly pointer: string;
  readonly edit: (description: Draft<ServerDescription>) => void;
  /** The rule of the edit backwards. */
  readonly back: ChangeRuleId;
  readonly backLevel: ChangeLevel;
}

type Types = Draft<ServerDescription>['types'];
// biome-ignore lint/suspicious/noExplicitAny: An edit changes any member of a field.
type Field = any;

function field(description: Draft<ServerDescription>, name: string): Field {
  return (description.types as Types)['articles']?.fields[name];
}

/** Creates an edit of a field of articles. */
function ofField(
  name: string,
  place: string,
  [rule, level]: readonly [ChangeRuleId, ChangeLevel],
  [back, backLevel]: readonly [ChangeRuleId, ChangeLevel],
  edit: (field: Field) => void,
): Edit {
  const pointer = `/types/articles/fields/${name}${place}`;
  const title = `${name}${place}: ${rule}`;
  return { name: title, rule, level, pointer, back, backLevel, edit: (description) => edit(field(description, name)) };
}

// biome-ignore lint/suspicious/noExplicitAny: An edit changes any member of a description.
type Anything = any;

/** Creates an edit of another part of the description. */
function of(
  pointer: string,
  [rule, level]: readonly [ChangeRuleId, ChangeLevel],
  [back, backLevel]: readonly [ChangeRuleId, ChangeLevel],
  edit: (description: Anything) => void,
): Edit {
  return { name: `${pointer}: ${rule}`, rule, level, pointer, back, backLevel, edit };
}

const fieldEdits: readonly Edit[] = [
  of('/types/articles/fields/words', ['field-removed', 'breaking'], ['field-added', 'safe'], ({ types }) => {
    Reflect.deleteProperty(types.articles.fields, 'words');
  }),
  of(
    '/types/articles/fields/title',
    ['field-removed', 'breaking'],
    ['field-added-required', 'breaking'],
    ({ types }) => {
      Reflect.deleteProperty(types.articles.fields, 'title');
    },
  ),
  ofField('author', '/kind', ['field-kind-changed', 'breaking'], ['field-kind-changed', 'breaking'], (it) => {
    it.kind = 'to-many';
  }),
  ofField('words', '/read', ['field-hidden', 'breaking'], ['field-shown', 'safe'], (it) => {
    it.read = false;
  }),
  ofField('words', '/onDemand', ['field-on-request', 'breaking'], ['field-by-default', 'safe'], (it) => {
    it.onDemand = true;
  }),
  ofField('words', '/write', ['field-read-only', 'breaking'], ['field-writable', 'safe'], (it) => {
    it.write = 'create';
  }),
  ofField('words', '/required', ['field-required', 'breaking'], ['field-optional', 'dangerous'], (it) => {
    it.required = true;
  }),
  ofField('count', '/optional', ['attribute-optional', 'breaking'], ['attribute-present', 'safe'], (it) => {
    it.optional = true;
  }),
  ofField('author', '/targets', ['target-added', 'breaking'], ['target-removed', 'breaking'], (it) => {
    it.targets.push('articles');
  }),
  ofField('author', '/inverse', ['inverse-changed', 'dangerous'], ['inverse-changed', 'dangerous'], (it) => {
    Reflect.deleteProperty(it, 'inverse');
  }),
  ofField('author', '/include', ['include-removed', 'breaking'], ['include-added', 'safe'], (it) => {
    it.include = false;
  }),
  ofField('author', '/filterPaths', ['filter-removed', 'breaking'], ['filter-added', 'safe'], (it) => {
    it.filterPaths = [];
  }),
  ofField('author', '/sortPaths', ['sort-removed', 'breaking'], ['sort-added', 'safe'], (it) => {
    it.sortPaths = [];
  }),
  ofField('title', '/sort', ['sort-removed', 'breaking'], ['sort-added', 'safe'], (it) => {
    it.sort = false;
  }),
  ofField('title', '/nulls', ['nulls-moved', 'dangerous'], ['nulls-moved', 'dangerous'], (it) => {
    it.nulls = 'last';
  }),
  ofField('title', '/filterOperators', ['filter-removed', 'breaking'], ['filter-added', 'safe'], (it) => {
    it.filterOperators = ['eq'];
  }),
  ofField('data', '/filterMembers/city', ['filter-removed', 'breaking'], ['filter-added', 'safe'], (it) => {
    it.filterMembers.city = ['eq'];
  }),
  ofField('data', '/filterMembers/in.zip', ['filter-removed', 'breaking'], ['filter-added', 'safe'], (it) => {
    Reflect.deleteProperty(it.filterMembers, 'in.zip');
  }),
  ofField('title', '/deprecated', ['deprecated', 'safe'], ['no-longer-deprecated', 'safe'], (it) => {
    it.deprecated = 'Use `name`.';
  }),
  ofField('title', '/description', ['text-changed', 'safe'], ['text-changed', 'safe'], (it) => {
    it.description = 'The headline.';
  }),
];

const schemaEdits: readonly Edit[] = [
  ofField('title', '/schema/maxLength', ['bounds-wider', 'dangerous'], ['bounds-narrower', 'breaking'], (it) => {
    it.schema.maxLength = 200;
  }),
  ofField('title', '/schema/format', ['format-added', 'breaking'], ['format-removed', 'dangerous'], (it) => {
    it.schema.format = 'email';
  }),
  ofField('words', '/schema/minimum', ['bounds-narrower', 'breaking'], ['bounds-wider', 'dangerous'], (it) => {
    it.schema.minimum = 1;
  }),
  ofField('words', '/schema/type', ['value-type-added', 'breaking'], ['value-type-removed', 'breaking'], (it) => {
    it.schema.type = 'number';
  }),
  ofField('words', '/schema/type', ['value-type-changed', 'breaking'], ['value-type-changed', 'breaking'], (it) => {
    it.schema = { type: 'string' };
  }),
  ofField('words', '/schema/multipleOf', ['format-added', 'breaking'], ['format-removed', 'dangerous'], (it) => {
    it.schema.multipleOf = 5;
  }),
  ofField('note', '/schema', ['null-removed', 'breaking'], ['null-added', 'breaking'], (it) => {
    it.schema = { type: 'string' };
  }),
  ofField('state', '/schema/enum', ['enum-value-added', 'breaking'], ['enum-value-removed', 'breaking'], (it) => {
    it.schema.enum.push('gone');
  }),
  ofField('secret', '/schema', ['null-added', 'safe'], ['null-removed', 'breaking'], (it) => {
    it.schema = { type: ['string', 'null'] };
  }),
  ofField('secret', '/schema/not', ['schema-unclear', 'dangerous'], ['schema-unclear', 'dangerous'], (it) => {
    it.schema.not = { const: 'x' };
  }),
  of(
    '/types/articles/fields/secret/schema',
    ['schema-unclear', 'dangerous'],
    ['schema-unclear', 'dangerous'],
    ({ gaps }) => {
      gaps.push({ type: 'articles', field: 'secret', reason: 'a string needs 2 code units.' });
    },
  ),
  of('/schemas/Size/properties/depth', ['property-removed', 'breaking'], ['property-added', 'safe'], ({ schemas }) => {
    Reflect.deleteProperty(schemas.Size.properties, 'depth');
  }),
  of(
    '/schemas/Size/properties/depth',
    ['property-required', 'breaking'],
    ['property-optional', 'breaking'],
    ({ schemas }) => {
      schemas.Size.required.push('depth');
    },
  ),
  of(
    '/schemas/Size/properties/unit',
    ['property-added-required', 'breaking'],
    ['property-removed', 'breaking'],
    ({ schemas }) => {
      schemas.Size.properties.unit = { type: 'string' };
      schemas.Size.required.push('unit');
    },
  ),
  of('/schemas/Size/additionalProperties', ['object-closed', 'breaking'], ['object-opened', 'safe'], ({ schemas }) => {
    schemas.Size.additionalProperties = false;
  }),
];

const page = '/types/articles/page';

const queryEdits: readonly Edit[] = [
  of(`${page}/strategy`, ['page-strategy-changed', 'breaking'], ['page-strategy-changed', 'breaking'], ({ types }) => {
    types.articles.page = { ...types.articles.page, strategy: 'cursor', names: ['after'] };
  }),
  of(`${page}/names`, ['page-name-added', 'safe'], ['page-name-removed', 'breaking'], ({ types }) => {
    types.articles.page = { ...types.articles.page, names: ['number', 'size', 'other'] };
  }),
  of(`${page}/size`, ['page-size-changed', 'dangerous'], ['page-size-changed', 'dangerous'], ({ types }) => {
    types.articles.page = { ...types.articles.page, size: 10 };
  }),
  of(`${page}/maximum`, ['page-maximum-raised', 'safe'], ['page-maximum-lowered', 'breaking'], ({ types }) => {
    types.articles.page = { ...types.articles.page, maximum: null };
  }),
  of(`${page}/includedSize`, ['included-size-lowered', 'dangerous'], ['included-size-raised', 'safe'], ({ types }) => {
    types.articles.page = { ...types.articles.page, includedSize: 5 };
  }),
  of(
    '/types/articles/defaultIncludes',
    ['default-include-removed', 'breaking'],
    ['default-include-added', 'safe'],
    ({ types }) => {
      types.articles.defaultIncludes = [];
    },
  ),
  of(
    '/types/articles/defaultSort',
    ['default-sort-changed', 'dangerous'],
    ['default-sort-changed', 'dangerous'],
    ({ types }) => {
      types.articles.defaultSort.reverse();
    },
  ),
  of(`${page}/total`, ['total-added', 'safe'], ['total-removed', 'breaking'], ({ types }) => {
    types.articles.page = { ...types.articles.page, total: 'always' };
  }),
  of(`${page}/totalName`, ['total-renamed', 'breaking'], ['total-renamed', 'breaking'], ({ types }) => {
    types.articles.page = { ...types.articles.page, totalName: 'total' };
  }),
  of(
    '/types/articles/stream',
    ['collection-streamed', 'dangerous'],
    ['collection-not-streamed', 'breaking'],
    ({ types }) => {
      types.articles.stream = true;
    },
  ),
  of(
    '/types/articles/parameters/example-lang',
    ['parameter-removed', 'breaking'],
    ['parameter-added', 'safe'],
    ({ types }) => {
      types.articles.parameters = {};
    },
  ),
  of(
    '/parameters/example-flag/type',
    ['value-type-changed', 'breaking'],
    ['value-type-changed', 'breaking'],
    ({ parameters }) => {
      parameters['example-flag'] = { type: 'string' };
    },
  ),
  of('/filterLanguage', ['filter-language-changed', 'breaking'], ['filter-language-changed', 'breaking'], (it) => {
    it.filterLanguage = 'own';
  }),
];

const update = '/types/articles/endpoints/1';

const serverEdits: readonly Edit[] = [
  of('/types/people', ['type-removed', 'breaking'], ['type-added', 'safe'], ({ types }) => {
    Reflect.deleteProperty(types, 'people');
  }),
  of('/baseUrl', ['base-url-changed', 'breaking'], ['base-url-changed', 'breaking'], (it) => {
    it.baseUrl = '/v2';
  }),
  of(update, ['endpoint-removed', 'breaking'], ['endpoint-added', 'safe'], ({ types }) => {
    types.articles.endpoints.splice(1, 1);
  }),
  of(`${update}/name`, ['endpoint-renamed', 'dangerous'], ['endpoint-renamed', 'dangerous'], ({ types }) => {
    types.articles.endpoints[1].name = 'change-articles';
  }),
  of(
    `${update}/document`,
    ['request-document-changed', 'breaking'],
    ['request-document-changed', 'breaking'],
    ({ types }) => {
      types.articles.endpoints[1].document = 'linkage';
    },
  ),
  of(`${update}/families`, ['query-family-removed', 'breaking'], ['query-family-added', 'safe'], ({ types }) => {
    types.articles.endpoints[1].families = ['include'];
  }),
  of(
    `${update}/statuses`,
    ['success-status-changed', 'dangerous'],
    ['success-status-changed', 'dangerous'],
    ({ types }) => {
      types.articles.endpoints[1].statuses.push(202);
    },
  ),
  of(`${update}/statuses`, ['error-status-changed', 'safe'], ['error-status-changed', 'safe'], ({ types }) => {
    types.articles.endpoints[1].statuses.push(409);
  }),
  of(`${update}/ifMatch`, ['if-match-required', 'breaking'], ['if-match-optional', 'safe'], ({ types }) => {
    types.articles.endpoints[1].ifMatch = 'must';
  }),
  of(`${update}/ifMatch`, ['if-match-ignored', 'dangerous'], ['if-match-optional', 'safe'], ({ types }) => {
    types.articles.endpoints[1].ifMatch = 'no';
  }),
  of(
    `${update}/idempotencyKey`,
    ['idempotency-key-required', 'breaking'],
    ['idempotency-key-optional', 'safe'],
    ({ types }) => {
      types.articles.endpoints[1].idempotencyKey = 'must';
    },
  ),
  of(
    `${update}/idempotencyKey`,
    ['idempotency-key-ignored', 'breaking'],
    ['idempotency-key-optional', 'safe'],
    ({ types }) => {
      types.articles.endpoints[1].idempotencyKey = 'no';
    },
  ),
  of(`${update}/extension`, ['extension-required', 'breaking'], ['extension-not-required', 'safe'], ({ types }) => {
    types.articles.endpoints[1].extension = 'https://example.com/ext/cancel';
  }),
  of(
    '/types/articles/clientGeneratedIds',
    ['client-ids-rejected', 'breaking'],
    ['client-ids-accepted', 'safe'],
    ({ types }) => {
      types.articles.clientGeneratedIds = false;
    },
  ),
  of('/extensions/0', ['extension-removed', 'breaking'], ['extension-added', 'safe'], (it) => {
    it.extensions = [];
  }),
  of('/extensions/0', ['extension-removed', 'breaking'], ['extension-added', 'safe'], (it) => {
    it.endpoints[0].extensions = [];
  }),
  of('/extensions/0/parameters', ['parameter-removed', 'breaking'], ['parameter-added', 'safe'], (it) => {
    it.extensions[0].parameters = [];
  }),
  of('/profiles/0', ['profile-removed', 'breaking'], ['profile-added', 'safe'], (it) => {
    it.profiles = [];
  }),
  of('/profiles/0/applied', ['profile-on-request', 'breaking'], ['profile-always', 'safe'], (it) => {
    it.profiles[0].applied = 'on request';
  }),
  of('/profiles/0/pageNames', ['page-name-removed', 'breaking'], ['page-name-added', 'safe'], (it) => {
    it.profiles[0].pageNames = ['after'];
  }),
  of('/limits/includeDepth', ['limit-lowered', 'breaking'], ['limit-raised', 'safe'], (it) => {
    it.limits.includeDepth = 2;
  }),
  of('/limits/body', ['limit-lowered', 'breaking'], ['limit-raised', 'safe'], (it) => {
    it.limits.body = 1000;
  }),
  of('/operations', ['operations-removed', 'breaking'], ['operations-added', 'safe'], (it) => {
    Reflect.deleteProperty(it, 'operations');
  }),
  of('/operations/path', ['operations-moved', 'breaking'], ['operations-moved', 'breaking'], (it) => {
    it.operations.path = '/atomic';
  }),
  of('/operations/limit', ['limit-lowered', 'breaking'], ['limit-raised', 'safe'], (it) => {
    it.operations.limit = 10;
  }),
  of('/idempotency/hours', ['idempotency-hours-lowered', 'dangerous'], ['idempotency-hours-raised', 'safe'], (it) => {
    it.idempotency.hours = 1;
  }),
];

/** Edits of every rule for descriptions, except `format-changed`, which no single edit of the small description causes. */
export const edits: readonly Edit[] = [...fieldEdits, ...schemaEdits, ...queryEdits, ...serverEdits];
