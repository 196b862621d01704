/** Usual mistakes in the options of a server, in its rules and hooks, and in documents. */
import type { CompilerMistake } from './declaration-mistakes.ts';

export const serverMistakes: readonly CompilerMistake[] = [
  {
    title: 'a fieldset names a field that its type does not have',
    code: "serialize(api, 'articles', record, {\n// wrong:\nfields: { articles: ['titel'] } });",
    says: ['\'"titel"\'', 'Did you mean \'"title"\'?'],
  },
  {
    title: 'the type of a query is misspelled',
    code: "// wrong:\nparseQuery(api, 'article', 'sort=title');",
    says: ['\'"article"\'', '"articles"'],
  },
  {
    title: 'a hook is misspelled',
    code: 'createServer(api, sources, {\nhooks: { articles: { create: {\n// wrong:\nbefor: () => undefined } } },\n});',
    says: ["'befor'", "Did you mean to write 'before'?"],
  },
  {
    title: 'hooks of a type that does not exist',
    code: 'createServer(api, sources, {\nhooks: {\n// wrong:\narticle: { create: { before: () => undefined } } },\n});',
    says: ["'article'", "Did you mean to write 'articles'?"],
  },
  {
    title: 'an access rule of a type that does not exist',
    code: 'createServer(api, sources, {\naccess: {\n// wrong:\narticle: { read: () => true } },\n});',
    says: ["'article'", "Did you mean to write 'articles'?"],
  },
  {
    title: 'an access rule is misspelled',
    code: 'createServer(api, sources, {\naccess: { articles: {\n// wrong:\ncraete: () => true } },\n});',
    says: ["'craete'", "Did you mean to write 'create'?"],
  },
  {
    title: 'a rule returns a text',
    code: "createServer(api, sources, {\naccess: { articles: {\n// wrong:\nupdate: () => 'yes' } },\n});",
    says: ["'() => string'"],
  },
  {
    title: 'a rule is a boolean in place of a function',
    code: 'createServer(api, sources, {\naccess: { articles: {\n// wrong:\nread: true } },\n});',
    says: ["'boolean'", 'ReadFunction<Blog, "articles", unknown>'],
  },
  {
    title: 'records of memory sources lack an attribute',
    code: "createMemorySources(api, {\n// wrong:\narticles: [{ id: '1', views: 1 }] });",
    says: ["'{ id: string; views: number; }'", 'StoredRecord<'],
    unclear: true,
  },
  {
    title: 'a handler is created for the API in place of the server',
    code: '// wrong:\ntoNodeHandler(api);',
    says: ["'Blog'", "'Server<"],
  },
  {
    title: '`on` of an action is misspelled',
    code: "defineAction({\n// wrong:\non: 'colection' });",
    says: ['Did you mean \'"collection"\'?'],
  },
  {
    title: 'a default include path is misspelled',
    code: "createServer(api, sources, {\ndefaultIncludes: {\n// wrong:\narticles: ['autor'] },\n});",
    says: ['Did you mean \'"author"\'?'],
  },
  {
    title: 'a limit is misspelled',
    code: 'createServer(api, sources, {\nlimits: {\n// wrong:\nrequestTimes: 1000 },\n});',
    says: ["Did you mean to write 'requestTime'?"],
  },
  {
    title: 'the arguments of createServer are in the wrong order',
    code: '// wrong:\ncreateServer(sources, api);',
    says: ['Sources<', 'Api<'],
  },
  {
    title: 'an option of a relationship has a value of another type',
    code: "defineApi({ articles: { relationships: {\n// wrong:\nauthor: toOne('articles', { required: 'yes' }) } } });",
    says: ["'string'", "'boolean | undefined'"],
  },
  {
    title: 'a filter operator is misspelled',
    code: "defineApi({ articles: { attributes: {\n// wrong:\ntitle: attribute(z.string(), { filter: ['equals'] }) } } });",
    says: ['\'"equals"\'', "'FilterOperator'"],
  },
  {
    title: 'a deserialized attribute is misspelled',
    code: "const { data } = deserialize({} as object, { api, type: 'articles', collection: false });\n// wrong:\ndata?.titel;",
    says: ["'titel'", "Did you mean 'title'?"],
  },
  {
    title: 'the type of a document is misspelled',
    code: "buildDocument(api,\n// wrong:\n'article', record);",
    says: ['\'"article"\''],
  },
  {
    title: 'a total is not one of its values',
    code: "createServer(api, sources, {\npagination: {\n// wrong:\ntotal: 'allways' },\n});",
    says: ['Did you mean \'"always"\'?'],
  },
  {
    title: 'a hook of a creation reads the record, which does not exist yet',
    code: 'createServer(api, sources, {\nhooks: { articles: { create: { before: (it) => {\n// wrong:\nit.record;\nreturn undefined; } } } },\n});',
    says: ["'record' does not exist on type 'CreateSubject<"],
  },
];
