/** Usual mistakes in calls of the client. */
import type { CompilerMistake } from './declaration-mistakes.ts';

export const clientMistakes: readonly CompilerMistake[] = [
  {
    title: 'the client reads a type that does not exist',
    code: "// wrong:\nclient.get('article', '1');",
    says: ['\'"article"\'', '"articles"'],
  },
  {
    title: 'an include path of the client is misspelled',
    code: "client.get('articles', '1', {\n// wrong:\ninclude: ['autor'] });",
    says: ['Did you mean \'"author"\'?'],
  },
  {
    title: 'the client sorts by a field that cannot be sorted by',
    code: "client.list('articles', {\n// wrong:\nsort: ['title'] });",
    says: ['\'"title"\'', '"-id"'],
  },
  {
    title: 'the client compares a number with an operator for strings',
    code: "client.list('articles', {\n// wrong:\nfilter: [{ field: 'views', operator: 'contains', values: [1] }] });",
    says: ['\'"contains"\'', '"eq"'],
  },
  {
    title: 'the client filters by a field that cannot be filtered by',
    code: "client.list('articles', {\n// wrong:\nfilter: [{ field: 'title', values: [1] }] });",
    says: ['\'"title"\'', '\'"id" | "views"\''],
  },
  {
    title: 'the client filters by a value that an enum does not have',
    code: `const states = defineApi({ orders: { attributes: { state: attribute(z.enum(['open', 'paid']), { filter: true }) } } });
type States = typeof states;
interface Shop extends States {}
createClient<Shop>({ baseUrl: 'https://example.com' }).list('orders', {
// wrong:
filter: [{ field: 'state', values: ['opne'] }] });`,
    says: ['"opne"', 'FilterPart<Shop, "orders", string>'],
    unclear: true,
  },
  {
    title: 'the client updates an attribute with a value of another type',
    code: "client.update('articles', '1', {\n// wrong:\nattributes: { title: 5 } });",
    says: ["'number'", "'string'"],
  },
  {
    title: 'the client changes a relationship that does not exist',
    code: "client.updateRelationship('articles', '1',\n// wrong:\n'autor', { replace: null });",
    says: ['\'"autor"\'', '"author"'],
  },
  {
    title: 'the client reads an attribute of a resource that it did not include',
    code: "const { data } = await client.get('articles', '1');\n// wrong:\ndata.author?.name;",
    says: ["'name'", 'DeserializedIdentifier<"people">'],
  },
  {
    title: 'the client creates a resource of a type that does not exist',
    code: "client.create(\n// wrong:\n'article', { attributes: { title: 'A' } });",
    says: ['\'"article"\'', '"articles"'],
  },
  {
    title: 'the client creates a relationship to a resource of another type',
    code: "client.create('articles', { attributes: { title: 'A' },\n// wrong:\nrelationships: { author: { type: 'comments', id: '1' } } });",
    says: ['\'"comments"\'', '\'"people"\''],
  },
  {
    title: 'a list is the linkage of a to-one relationship',
    code: "client.create('articles', { attributes: { title: 'A' },\n// wrong:\nrelationships: { author: [{ type: 'people', id: '1' }] } });",
    says: ['RequestReference<"people"> | null'],
  },
  {
    title: 'a single identifier is the linkage of a to-many relationship',
    code: "client.create('articles', { attributes: { title: 'A' },\n// wrong:\nrelationships: { comments: { type: 'comments', id: '1' } } });",
    says: ['readonly RequestReference<"comments">[]'],
  },
  {
    title: 'an answer of the client is not awaited',
    code: "const answer = client.get('articles', '1');\n// wrong:\nanswer.data;",
    says: ["'data' does not exist on type 'Promise<"],
  },
  {
    title: 'a collection is read as one resource',
    code: "const { data } = await client.list('articles');\n// wrong:\ndata.title;",
    says: ["'title' does not exist on type 'readonly "],
  },
  {
    title: 'an option of the client is misspelled',
    code: "createClient<typeof api>({ baseUrl: 'https://example.com',\n// wrong:\nheader: () => ({}) });",
    says: ['No overload matches this call'],
    unclear: true,
  },
];
