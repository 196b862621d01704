/** Parts of a larger document, such as the operations of one request: their pointers, and the local ids that they share. */
import { describe, expect, test } from 'vitest';
import { blog } from '../../../test/blog.ts';
import { problemsOf } from '../../../test/problems.ts';
import { LocalIds } from './local-ids.ts';
import { parseCreate, parseCreateAsync } from './parse-create.ts';
import { parseLinkage } from './parse-linkage.ts';
import { parseUpdate } from './parse-update.ts';

const base = '/atomic:operations/1';
/** A document of which the second operation is the part that is read. */
const whole = (part: unknown): object => ({ 'atomic:operations': [{}, part] });
const person = (members: object): object => ({ data: { type: 'people', attributes: { name: 'Dan' }, ...members } });
const friend = (lid: string): object => ({ relationships: { friend: { data: { type: 'people', lid } } } });

describe('pointers begin with the base', () => {
  test.each<[string, unknown, readonly string[]]>([
    ['the part', [], ['400 DOCUMENT_INVALID ']],
    ['no data', {}, ['400 DOCUMENT_INVALID ']],
    ['another type', { data: { type: 'x' } }, ['409 TYPE_CONFLICT /data/type']],
    ['an attribute', person({ attributes: { name: 1 } }), ['422 ATTRIBUTE_INVALID /data/attributes/name']],
    ['linkage', person(friend('x')), ['400 LOCAL_ID_UNKNOWN /data/relationships/friend/data/lid']],
  ])('%s', (_, part, problems) => {
    const expected = problems.map((problem) => problem.replace(/ (\/.*)?$/, ` ${base}$1`));
    expect(problemsOf(whole(part), () => parseCreate(blog, 'people', part, { base }))).toEqual(expected);
  });

  test('of updates and of linkage as well', () => {
    const update = { data: { type: 'people', attributes: { name: 1 } } };
    expect(problemsOf(whole(update), () => parseUpdate(blog, 'people', update, { base }))).toEqual([
      `400 DOCUMENT_INVALID ${base}/data`,
      `422 ATTRIBUTE_INVALID ${base}/data/attributes/name`,
    ]);
    const linkage = { data: [{ type: 'comments', id: '1' }, 3] };
    expect(problemsOf(whole(linkage), () => parseLinkage(blog, 'articles', 'comments', linkage, { base }))).toEqual([
      `400 DOCUMENT_INVALID ${base}/data/1`,
    ]);
  });

  test('CRE-15 the status that a type demands stays', async () => {
    const error = parseCreateAsync(blog, 'people', { data: { type: 'x', id: 1 } }, { base });
    await expect(error).rejects.toMatchObject({ status: 409 });
  });
});

describe('parts share their local ids', () => {
  test('a resource that an earlier part creates is known by its local id, or by its id', () => {
    const localIds = new LocalIds();
    parseCreate(blog, 'people', person({ lid: 'a' }), { localIds });
    parseCreate(blog, 'people', person({ lid: 'b', id: '9' }), { localIds });
    const friendOf = (lid: string): unknown =>
      parseCreate(blog, 'people', person(friend(lid)), { localIds }).relationships.friend;
    expect(friendOf('a')).toEqual({ type: 'people', lid: 'a' });
    expect(friendOf('b')).toEqual({ type: 'people', id: '9' });
    const update = { data: { type: 'people', id: '1', ...friend('a') } };
    expect(parseUpdate(blog, 'people', update, { localIds }).relationships).toEqual({
      friend: { type: 'people', lid: 'a' },
    });
    const linkage = { data: { type: 'people', lid: 'b' } };
    expect(parseLinkage(blog, 'people', 'friend', linkage, { localIds })).toEqual({ type: 'people', id: '9' });
  });

  test.each<[string, object, readonly string[]]>([
    ['one that nothing has', person(friend('x')), ['400 LOCAL_ID_UNKNOWN /data/relationships/friend/data/lid']],
    ['RES-05 one that another resource has', person({ lid: 'a' }), ['400 DOCUMENT_INVALID /data/lid']],
    ['RES-05 one beside another id', person({ lid: 'b', id: '8' }), ['400 DOCUMENT_INVALID /data/lid']],
  ])('and reject %s', (_, part, problems) => {
    const localIds = new LocalIds();
    parseCreate(blog, 'people', person({ lid: 'a' }), { localIds });
    parseUpdate(blog, 'people', person({ lid: 'b', id: '9' }), { localIds });
    expect(problemsOf(part, () => parseCreate(blog, 'people', part, { localIds }))).toEqual(problems);
  });

  test.each<[string, object, readonly string[]]>([
    ['the same id', { id: '9', lid: 'b' }, []],
    ['another id', { id: '8', lid: 'b' }, ['400 DOCUMENT_INVALID /data/lid']],
    ['the id beside another local id', { id: '9', lid: 'c' }, ['400 DOCUMENT_INVALID /data/lid']],
    ['the local id of a new resource, and an id', { id: '9', lid: 'a' }, ['400 DOCUMENT_INVALID /data/lid']],
    ['ids without local ids', { id: '8' }, []],
  ])('RES-05 an update after another part: %s', (_, ids, problems) => {
    const localIds = new LocalIds();
    parseCreate(blog, 'people', person({ lid: 'a' }), { localIds });
    parseUpdate(blog, 'people', person({ lid: 'b', id: '9' }), { localIds });
    parseUpdate(blog, 'people', person({ id: '7' }), { localIds });
    expect(problemsOf(person(ids), () => parseUpdate(blog, 'people', person(ids), { localIds }))).toEqual(problems);
  });

  test('and nothing else shares them', () => {
    parseCreate(blog, 'people', person({ lid: 'a' }));
    expect(problemsOf(person(friend('a')), () => parseCreate(blog, 'people', person(friend('a'))))).toHaveLength(1);
  });
});
