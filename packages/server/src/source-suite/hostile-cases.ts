import { strangeIds, strangeValues, strings, unstorable } from './hostile-values.ts';
import { type CaseOfFeature, expectEqual, expectTrue, type SuiteAnswer, type SuiteWorld } from './suite-case.ts';

const encode = encodeURIComponent;
const shown = (value: unknown): string => JSON.stringify(value).slice(0, 60);

function expectStatus({ status, document }: SuiteAnswer, allowed: readonly number[], what: string): void {
  const code = document?.errors?.at(0)?.code;
  expectTrue(
    allowed.includes(status),
    `${what}: the status must be ${allowed.join(' or ')}, but it is ${status} ${code}.`,
  );
}

/** Stored values that are the same to a client who reads them again, such as 12.5 and 12.50. */
function isStoredAs(stored: unknown, sent: unknown): boolean {
  return stored === sent || (typeof sent === 'string' && sent !== '' && Number(stored) === Number(sent));
}

async function storeValue({ send }: SuiteWorld, name: string, value: unknown): Promise<void> {
  const what = `${name} = ${shown(value)}`;
  const data = { type: 'samples', id: 's1', attributes: { [name]: value } };
  const before = await send('GET /samples/s1');
  const changed = await send('PATCH /samples/s1', { data });
  expectStatus(changed, [200, 422], what);
  const after = await send('GET /samples/s1');
  expectEqual(after.status, 200, `${what}: the status of GET`);
  if (changed.status === 422) {
    expectEqual(changed.document.errors[0].source?.pointer, `/data/attributes/${name}`, `${what}: the pointer`);
    expectEqual(after.document, before.document, `${what}: the resource after 422`);
  } else {
    const stored = after.document.data.attributes[name];
    expectTrue(isStoredAs(stored, value), `${what}: the value must be stored or rejected, but it is ${shown(stored)}.`);
  }
}

async function filterByValue({ send }: SuiteWorld, name: string, value: unknown): Promise<void> {
  for (const operator of ['', '[lt]', '[ge]']) {
    const url = `/samples?filter[${name}]${operator}=${encode(String(value))}`;
    const answer = await send(`GET ${url}`);
    expectStatus(answer, [200, 400], url.slice(0, 100));
    // Nothing is equal to a value that only looks like a stored one.
    if (answer.status === 200 && operator === '')
      expectEqual(answer.document.data, [], `the data of ${url.slice(0, 100)}`);
  }
}

const values: readonly CaseOfFeature[] = Object.entries(strangeValues).flatMap(([name, list]): CaseOfFeature[] => [
  {
    feature: 'hostile values',
    name: `${name} in a document is stored as it is, or 422 with its pointer`,
    run: async (world) => {
      for (const value of list) await storeValue(world, name, value);
    },
  },
  {
    feature: 'hostile values',
    name: `${name} in a filter matches nothing, or is 400`,
    run: async (world) => {
      // Empty and null have a meaning of their own in a filter, and a URL has a limit.
      const fit = list.filter((it) => it !== '' && it !== 'null' && String(it).length < 1000);
      for (const value of fit) await filterByValue(world, name, value);
    },
  },
]);

const ids: readonly CaseOfFeature[] = ['articles', 'people', 'samples'].map((type) => ({
  feature: 'hostile names',
  name: `ids of ${type} that no resource has are 404 at every URL`,
  run: async ({ send }: SuiteWorld) => {
    for (const id of strangeIds) {
      const url = `/${type}/${encode(id)}`;
      // A URL can normalize such segments away.
      if (id.startsWith('..')) continue;
      expectStatus(await send(`GET ${url}`), [404, 400], `GET ${url.slice(0, 100)}`);
      expectStatus(await send(`DELETE ${url}`), [404, 400], `DELETE ${url.slice(0, 100)}`);
      const data = { type, id, attributes: {} };
      expectStatus(await send(`PATCH ${url}`, { data }), [404, 400], `PATCH ${url.slice(0, 100)}`);
    }
  },
}));

const linkage: CaseOfFeature = {
  feature: 'hostile names',
  name: 'ids in linkage and in filters that no resource has are 404 and no match',
  run: async ({ send }) => {
    for (const id of strangeIds) {
      const person = { data: { type: 'people', id } };
      const tag = { data: [{ type: 'tags', id }] };
      expectStatus(await send('PATCH /articles/a/relationships/author', person), [404, 400], `author ${shown(id)}`);
      expectStatus(await send('POST /articles/a/relationships/tags', tag), [404, 400], `tag ${shown(id)}`);
      expectStatus(await send('DELETE /articles/a/relationships/tags', tag), [204, 200, 400], `no tag ${shown(id)}`);
      for (const path of ['author', 'tags', 'comments']) {
        const answer = await send(`GET /articles?filter[${path}]=${encode(id === 'null' ? '\\null' : id)}`);
        expectStatus(answer, [200, 400], `filter[${path}]=${shown(id)}`);
        if (answer.status === 200) expectEqual(answer.document.data, [], `the data of filter[${path}]=${shown(id)}`);
      }
    }
  },
};

const stored: CaseOfFeature = {
  feature: 'hostile names',
  name: 'ids and strings of a client are stored as they are, or rejected',
  run: async ({ send }) => {
    for (const text of [...strings, ...unstorable]) {
      const attributes = { title: text, words: 1, open: true, labels: [text] };
      const created = await send('POST /articles', { data: { type: 'articles', id: `n${text}`, attributes } });
      expectStatus(created, [201, 400, 409, 422], `POST of ${shown(text)}`);
      if (created.status !== 201) continue;
      const url = `/articles/${encode(`n${text}`)}`;
      const read = await send(`GET ${url}`);
      expectEqual(read.document?.data?.id, `n${text}`, `the id of ${url.slice(0, 100)}`);
      expectEqual(read.document.data.attributes, attributes, `the attributes of ${url.slice(0, 100)}`);
      expectEqual((await send(`DELETE ${url}`)).status, 204, `DELETE ${url.slice(0, 100)}`);
    }
  },
};

const parameters: CaseOfFeature = {
  feature: 'hostile names',
  name: 'names in query parameters that the API does not have are 400',
  run: async ({ send }) => {
    for (const text of strings.filter((it) => it !== '')) {
      const name = encode(text);
      for (const query of [
        `sort=${name}`,
        `include=${name}`,
        `filter[${name}]=1`,
        `fields[${name}]=x`,
        `page[${name}]=1`,
      ]) {
        const answer = await send(`GET /articles?${query}`);
        expectTrue(
          answer.status < 500,
          `GET /articles?${query.slice(0, 80)}: the status must not be ${answer.status}.`,
        );
      }
      for (const query of [
        `page[number]=${name}`,
        `page[size]=${name}`,
        `filter[words]=${name}`,
        `filter[open]=${name}`,
      ]) {
        const answer = await send(`GET /articles?${query}`);
        expectTrue(
          answer.status < 500,
          `GET /articles?${query.slice(0, 80)}: the status must not be ${answer.status}.`,
        );
      }
    }
    for (const size of ['1e3', '99999999999999999999', '-1', '0', '9007199254740993']) {
      const answer = await send(`GET /articles?page[size]=1&page[number]=${size}`);
      expectTrue(answer.status < 500, `page[number]=${size}: the status must not be ${answer.status}.`);
    }
  },
};

/** Cases with ids, names and values that are not meant well. */
export const hostileCases: readonly CaseOfFeature[] = [...ids, linkage, stored, parameters, ...values];
