import { describe, expect, test } from 'vitest';
import { blogServer, send } from '../../test/support.ts';

const text = (value: string): Uint8Array => new TextEncoder().encode(value);
const titled = (title: string): string =>
  `{"data":{"type":"articles","attributes":{"title":${JSON.stringify(title)}}}}`;
/** A valid document of this many bytes. */
const sized = (bytes: number): string => titled('x'.repeat(bytes - titled('').length));
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;

describe('request documents', () => {
  test.each<[string, string | Uint8Array, number, readonly string[]]>([
    ['1 MiB', sized(1_048_576), 201, []],
    ['1 MiB as bytes', text(sized(1_048_576)), 201, []],
    ['1 MiB and one byte', sized(1_048_577), 413, ['BODY_TOO_LARGE']],
    ['1 MiB and one byte as bytes', text(sized(1_048_577)), 413, ['BODY_TOO_LARGE']],
    ['bytes are counted, not characters', titled('ä'.repeat(600_000)), 413, ['BODY_TOO_LARGE']],
    ['STA-01 no JSON', '{', 400, ['INVALID_JSON']],
    ['nothing', '', 400, ['INVALID_JSON']],
    ['blanks', '  ', 400, ['INVALID_JSON']],
    ['two values', '{}{}', 400, ['INVALID_JSON']],
    ['invalid UTF-8', new Uint8Array([0x22, 0xff, 0x22]), 400, ['INVALID_JSON']],
    ['half a character in UTF-8', new Uint8Array([0x22, 0xed, 0xa0, 0x80, 0x22]), 400, ['INVALID_JSON']],
    ['a byte order mark', text(`\uFEFF${titled('x')}`), 201, []],
    ['nested as deep as allowed', nested(64), 400, ['DOCUMENT_INVALID ']],
    ['nested deeper', nested(65), 400, ['DOCUMENT_TOO_DEEP']],
    ['nested a hundred thousand times', nested(100_000), 400, ['DOCUMENT_TOO_DEEP']],
    ['brackets inside of a string', titled(nested(100)), 201, []],
    ['__proto__ as a member', '{"__proto__":{"data":null}}', 400, ['DOCUMENT_INVALID ']],
    [
      '__proto__ as data',
      '{"data":{"__proto__":{"type":"articles"}}}',
      400,
      ['DOCUMENT_INVALID /data', 'ATTRIBUTE_INVALID /data'],
    ],
    [
      '__proto__ as an attribute: unknown as any other name',
      '{"data":{"type":"articles","attributes":{"title":"x","__proto__":{"views":5}}}}',
      422,
      ['ATTRIBUTE_UNKNOWN /data/attributes/__proto__'],
    ],
    [
      'half a character in an attribute',
      '{"data":{"type":"articles","attributes":{"title":"\\ud800"}}}',
      422,
      ['ATTRIBUTE_INVALID /data/attributes/title'],
    ],
    ['more members than allowed', `{"data":[${'0,'.repeat(10_000)}0]}`, 400, ['DOCUMENT_TOO_MANY_MEMBERS']],
  ])('%s', async (_, body, status, found) => {
    const { server } = blogServer();
    const answer = await send(server, 'POST /articles', body, { 'content-type': 'application/vnd.api+json' });
    expect([answer.status, ...answer.problems]).toEqual([status, ...found]);
    if (status === 201) expect(answer.document.data.attributes.views).toBe(0);
    expect(({} as { views?: unknown }).views).toBeUndefined();
  });

  test('ids and types such as constructor refer to no resource', async () => {
    const { server } = blogServer();
    for (const id of ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '']) {
      const { status } = await send(server, 'PATCH /articles/1/relationships/author', { data: { type: 'people', id } });
      expect(status).toBe(404);
      const type = await send(server, 'PATCH /articles/1/relationships/author', { data: { type: id, id: '7' } });
      expect(type.status).toBe(409);
    }
  });

  test('reports at most the allowed number of errors', async () => {
    const names = Object.fromEntries(Array.from({ length: 500 }, (_, index) => [`n${index}`, 1]));
    const body = { data: { type: 'articles', attributes: { title: 'x', ...names } } };
    expect((await send(blogServer().server, 'POST /articles', body)).document.errors.length).toBe(20);
    const { server } = blogServer({ limits: { errors: 3 } });
    expect((await send(server, 'POST /articles', body)).document.errors.length).toBe(3);
    const parameters = Array.from({ length: 90 }, (_, index) => `n${index}=1`).join('&');
    expect((await send(server, `DELETE /articles/1?${parameters}`)).document.errors.length).toBe(3);
    expect((await send(server, `GET /articles?${parameters}`)).document.errors.length).toBe(3);
  });

  test('errors contain at most 100 characters of the text of a client', async () => {
    const long = 'x'.repeat(5000);
    const { server } = blogServer();
    const body = { data: { type: long, id: long } };
    const answers = [
      await send(server, `GET /articles?include=${long}`),
      await send(server, 'PATCH /articles/1', body),
      await send(server, `GET /articles?filter[views]=${'x'.repeat(900)}`),
    ];
    for (const { document } of answers) expect(document.errors[0].detail.length).toBeLessThan(300);
  });
});
