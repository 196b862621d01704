import { describe, expect, test } from 'vitest';
import { checkText } from '../page/validator/check-text.ts';
import { defaultChoices } from '../page/validator/choices.ts';
import { splitMessage } from '../page/validator/http-message.ts';

const resource = JSON.stringify({ data: { type: 'articles', id: '1', links: { self: '/articles/1' } } });
const json = 'application/vnd.api+json';

describe('a message of `curl -i`', () => {
  test.each([
    ['of HTTP/1.1', 'HTTP/1.1 200 OK\r\nContent-Type: a/b\r\n\r\n{}', 'HTTP/1.1 200 OK\nContent-Type: a/b', '{}'],
    ['of HTTP/2', 'HTTP/2 200 \ncontent-type: a/b\n\n{}\n', 'HTTP/2 200 \ncontent-type: a/b', '{}\n'],
    [
      'after a redirect',
      'HTTP/1.1 301 Moved\r\nLocation: /b\r\n\r\nHTTP/1.1 200 OK\r\n\r\n{}',
      'HTTP/1.1 200 OK',
      '{}',
    ],
    [
      'without a document',
      'HTTP/1.1 204 No Content\r\nVary: Accept\r\n\r\n',
      'HTTP/1.1 204 No Content\nVary: Accept',
      '',
    ],
    ['with secrets', 'HTTP/1.1 200 OK\nSet-Cookie: id=1\nVary: Accept\n\n{}', 'HTTP/1.1 200 OK\nVary: Accept', '{}'],
  ])('%s has headers and a document', (_, text, headers, document) =>
    expect(splitMessage(text)).toEqual({ headers, text: document }),
  );

  test.each(['', '{"data":null}', 'Content-Type: a/b\n\n{}'])('is not the text %j', (text) =>
    expect(splitMessage(text)).toBeUndefined(),
  );

  test('of 20 MB is split in linear time', () => {
    const text = `HTTP/1.1 200 OK\n${'\n'.repeat(10)}${' '.repeat(20_000_000)}`;
    expect(splitMessage(text)?.headers).toBe('HTTP/1.1 200 OK');
    expect(splitMessage('HTTP/1.1 100\n\n'.repeat(10_000))?.text).toBe('');
  });
});

describe('the headers of a response', () => {
  test.each([
    ['NEG-01', 'Vary: Accept', ['header-content-type']],
    ['NEG-01', 'Content-Type: application/json', ['header-content-type']],
    ['NEG-01', 'Content-Type: ;', ['header-content-type']],
    ['NEG-02', `Content-Type: ${json}; charset=utf-8`, ['header-content-type']],
    ['NEG-02', `content-type:${json};ext="urn:a"\nVARY: origin, accept`, []],
    ['NEG-16', `Content-Type: ${json}; profile="urn:a"\nVary: Origin`, ['header-vary']],
    ['CRE-06', `HTTP/1.1 201 Created\nContent-Type: ${json}`, ['header-location']],
    ['CRE-07', `HTTP/1.1 201 Created\nContent-Type: ${json}\nLocation: /articles/2`, ['header-location']],
    ['CRE-07', `HTTP/1.1 201 Created\nContent-Type: ${json}\nLocation: /articles/1`, []],
  ])('%s: %j has the issues %j', (_, headers, rules) => {
    const { issues = [] } = checkText({ text: resource, choices: defaultChoices, headers });
    expect(issues.map(({ rule }) => rule)).toEqual(rules);
  });

  test('are not checked as recommendations without the choice', () => {
    const headers = `HTTP/1.1 201 Created\nContent-Type: ${json}; profile="urn:a"`;
    const choices = { ...defaultChoices, isStrict: false };
    expect(checkText({ text: resource, choices, headers })).toEqual({ issues: [] });
  });

  test('NEG-04: apply the extension that they name', () => {
    const text = '{"atomic:results":[{}]}';
    const headers = `Content-Type: ${json}; ext="https://jsonapi.org/ext/atomic"\nVary: Accept`;
    expect(checkText({ text, choices: defaultChoices, headers })).toEqual({ issues: [] });
    expect(checkText({ text, choices: defaultChoices }).issues).not.toEqual([]);
  });

  test('of a status without a document do not need one', () => {
    const question = { text: '', choices: defaultChoices };
    expect(checkText({ ...question, headers: 'HTTP/1.1 204 No Content' })).toEqual({ issues: [] });
    const { issues } = checkText({ ...question, text: '{"meta":{}}', headers: 'HTTP/1.1 204 No Content' });
    expect(issues?.map(({ rule, level }) => [rule, level])).toEqual([['header-content', 'must']]);
    expect(checkText({ ...question, headers: 'HTTP/1.1 200 OK' }).failure).toContain('not JSON');
  });
});
