// biome-ignore-all lint/performance/noDelete: members must be absent
import {
  asked,
  changed,
  errorDocument,
  every,
  headers,
  isPost,
  media,
  remade,
  reply,
  type Sabotage,
  status,
} from './sabotage.ts';

const any = (): boolean => true;
const accepts = (pattern: RegExp) => (request: Request) => pattern.test(request.headers.get('accept') ?? '');
const sends = (pattern: RegExp) => (request: Request) => pattern.test(request.headers.get('content-type') ?? '');
const rejected = (code: number) => reply(code, { errors: [{ status: String(code), title: 'No' }] });

/** Servers whose negotiation is broken. */
export const negotiationSabotage: readonly Sabotage[] = [
  {
    name: 'parameters in Accept are ignored',
    row: 'NEG-13',
    handle: asked(accepts(/charset|version/), () => ({ set: { accept: media } })),
  },
  {
    name: 'unknown extensions in Accept are ignored',
    row: 'NEG-14',
    handle: asked(accepts(/ext=/), () => ({ set: { accept: media } })),
  },
  {
    name: 'one modified instance in Accept is enough for 406',
    row: 'NEG-12',
    handle: async (request, forward) =>
      accepts(/charset|version|[abc]=1/)(request) ? rejected(406) : forward(request),
  },
  {
    name: 'an unknown profile in Accept gets 406',
    row: 'NEG-15',
    handle: async (request, forward) => (accepts(/profile/)(request) ? rejected(406) : forward(request)),
  },
  {
    name: 'parameters in Content-Type are ignored',
    row: 'NEG-10',
    handle: asked(sends(/charset|version|q=/), () => ({ set: { 'content-type': media } })),
  },
  {
    name: 'unknown extensions in Content-Type are ignored',
    row: 'NEG-11',
    handle: asked(sends(/ext=/), () => ({ set: { 'content-type': media } })),
  },
  {
    name: '415 for a profile',
    row: 'NEG-15',
    handle: async (request, forward) => (sends(/profile/)(request) ? rejected(415) : forward(request)),
  },
  {
    name: '415 for a media type in another case',
    row: 'NEG-20',
    handle: async (request, forward) => (sends(/[A-Z]+\/?Vnd|Application/)(request) ? rejected(415) : forward(request)),
  },
  { name: '400 in place of 406', row: 'STA-04', handle: status(any, 406, 400) },
  { name: '400 in place of 415', row: 'STA-06', handle: status(any, 415, 400) },
  {
    name: 'documents are application/json',
    row: 'NEG-01',
    handle: headers(any, (fields) => fields.has('content-type') && fields.set('content-type', 'application/json')),
  },
  {
    name: 'errors are text/html',
    row: 'NEG-01',
    handle: headers(any, (fields, { status: code }) => code >= 400 && fields.set('content-type', 'text/html')),
  },
  {
    name: 'the response has a charset',
    row: 'NEG-02',
    handle: headers(
      any,
      (fields) => fields.has('content-type') && fields.set('content-type', `${media}; charset=utf-8`),
    ),
  },
  { name: 'no Vary', row: 'NEG-16', handle: headers(any, (fields) => fields.delete('vary')) },
  {
    name: 'no Vary in errors',
    row: 'NEG-16',
    handle: headers(any, (fields, { status: code }) => code >= 400 && fields.delete('vary')),
  },
  {
    name: '*/* gets 406',
    row: 'NEG-21',
    handle: async (request, forward) => (request.headers.get('accept') === '*/*' ? rejected(406) : forward(request)),
  },
  {
    name: 'weights are parameters',
    row: 'NEG-19',
    handle: async (request, forward) =>
      accepts(/^application\/vnd\.api\+json; ?q=/)(request) ? rejected(406) : forward(request),
  },
  {
    name: 'a comma in quotes separates',
    row: 'NEG-20',
    handle: async (request, forward) => (accepts(/a,b"/)(request) ? rejected(406) : forward(request)),
  },
  {
    name: 'a 415 names no header',
    row: 'ERR-17',
    handle: errorDocument((errors) => every(errors, (error) => delete error.source)),
  },
  {
    name: 'the jsonapi member negotiates',
    row: 'JAP-06',
    handle: async (request, forward) => {
      const text = await request.clone().text();
      return isPost(request) && text.includes('"jsonapi":{"version":"1.1","ext"')
        ? rejected(415)
        : forward(await changed(request, { body: text }));
    },
  },
  {
    name: 'HEAD has a body',
    row: 'GEN-05',
    handle: async (request, forward) =>
      request.method === 'HEAD' ? remade(await forward(request), '{}') : forward(request),
  },
];
