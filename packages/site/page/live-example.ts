/** The requests of the first page: a reader chooses one and sees its response. Works without scripts, too. */
import { type DefineComponent, defineComponent, h } from 'vue';
import type { ShownRequest } from '../generator/first-page-requests.ts';

/** The build replaces the name with the requests. */
declare const SITE_REQUESTS: readonly ShownRequest[];

/** The choice between the requests, and the response of each. The style sheet shows the one that is chosen. */
export const LiveExample: DefineComponent = defineComponent({
  name: 'LinkageRequests',
  setup: () => () =>
    h('section', { class: 'live-example', 'aria-label': 'Requests and responses' }, [
      h('h2', 'One declaration, a complete API'),
      h('p', [
        'These are responses of a server that declares articles, people, and comments. ',
        h('a', { href: `${import.meta.env.BASE_URL}playground/` }, 'Change them in the playground'),
        '.',
      ]),
      h('fieldset', [
        h('legend', { class: 'visually-hidden' }, 'Request'),
        ...SITE_REQUESTS.map(({ label }, index) =>
          h('label', { key: label }, [
            h('input', { type: 'radio', name: 'live-request', id: `live-request-${index}`, checked: index === 0 }),
            h('span', label),
          ]),
        ),
      ]),
      ...SITE_REQUESTS.map(({ target, body, status, html, fragment }, index) =>
        h('div', { key: target, class: 'exchange', 'data-request': index }, [
          h('p', { class: 'request-line' }, [
            h('code', `${body === undefined ? 'GET' : 'POST'} ${target}${body === undefined ? '' : ` ${body}`}`),
          ]),
          h('p', { class: 'request-line' }, [
            h('strong', { class: status < 400 ? 'good' : 'bad' }, status),
            ' ',
            h('a', { href: `${import.meta.env.BASE_URL}validate/${fragment}` }, 'Validate this document'),
          ]),
          h('div', { class: 'response', innerHTML: html }),
        ]),
      ),
    ]),
}) as DefineComponent;
