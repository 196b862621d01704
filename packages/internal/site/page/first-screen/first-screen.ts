/** The first screen: what Linkage is, and a declaration that a reader can change beside its response. Works without scripts, too. */
import { type DefineComponent, defineComponent, h, onBeforeUnmount, onMounted, ref, type VNode } from 'vue';
import type { FirstScreenData, ShownRequest } from './first-screen-data.ts';

/** The build replaces the name with what it computed. */
declare const SITE_FIRST_SCREEN: FirstScreenData;

const base = import.meta.env.BASE_URL;

function intro(): VNode {
  return h('header', [
    h('h1', [h('img', { src: `${base}logo.svg`, alt: '', width: 40, height: 40 }), 'Linkage']),
    h(
      'p',
      { class: 'claim' },
      'JSON:API 1.1 for TypeScript: declare your types once, and get the server, its checks, and a typed client.',
    ),
    h('p', [
      h('a', { href: 'https://jsonapi.org/', rel: 'noreferrer' }, 'JSON:API'),
      ' is a standard for HTTP APIs: related resources, filters, pages, and errors look the same in each of them. ',
      'You declare types, access rules, and where your data is. Linkage answers the requests.',
    ]),
    h('p', { class: 'links' }, [
      h('a', { class: 'first', href: `${base}getting-started/first-server.html` }, 'Your first server'),
      h('a', { href: `${base}playground/` }, 'Playground'),
      h('a', { href: `${base}validate/` }, 'Validate a document'),
    ]),
    h('p', { class: 'install' }, [
      h('code', 'npm install @linkage/core @linkage/server @linkage/node zod'),
      h('span', [
        'Not on npm yet: ',
        h('a', { href: `${base}getting-started/installation.html#before-the-release` }, 'use the tarballs'),
      ]),
    ]),
  ]);
}

function exchange({ method, target, body, status, html, fragment }: ShownRequest, index: number): VNode {
  return h('div', { key: index, class: 'exchange', 'data-request': index }, [
    h('p', { class: 'request-line' }, [h('code', `${method} ${target}${body === undefined ? '' : ` ${body}`}`)]),
    h('p', { class: 'request-line' }, [
      h('strong', { class: status < 400 ? 'good' : 'bad' }, status),
      ' ',
      h('a', { href: `${base}validate/${fragment}` }, 'Validate this document'),
    ]),
    h('div', { class: 'response', tabindex: 0, innerHTML: html }),
  ]);
}

/** The rest of the program. */
function serverPane(): VNode {
  return h('div', { class: 'server' }, [
    h('p', { class: 'remark' }, [
      'These lines serve it: ',
      h('a', { href: '#a-complete-server-in-twelve-lines' }, 'the whole program'),
    ]),
    h('div', { innerHTML: SITE_FIRST_SCREEN.server }),
  ]);
}

/** The panes before the playground loads. The style sheet shows the response of the chosen request. */
function panes(): VNode {
  const { declaration, requests } = SITE_FIRST_SCREEN;
  return h('div', { class: 'live-example' }, [
    h('div', [h('div', { class: 'response', tabindex: 0, innerHTML: declaration }), serverPane()]),
    h('div', [
      h('fieldset', [
        h('legend', { class: 'visually-hidden' }, 'Request'),
        ...requests.map(({ label }, index) =>
          h('label', { key: label }, [
            h('input', { type: 'radio', name: 'live-request', id: `live-request-${index}`, checked: index === 0 }),
            h('span', label),
          ]),
        ),
      ]),
      ...requests.map(exchange),
    ]),
  ]);
}

function facts(): VNode[] {
  return [
    h(
      'ul',
      { class: 'numbers' },
      SITE_FIRST_SCREEN.numbers.map(({ number, text, page }) =>
        h('li', { key: page }, [
          h('strong', number),
          ` ${text}. `,
          h('a', { href: base + page }, `How: ${page.replace('.html', '')}`),
        ]),
      ),
    ),
    h('p', [h('strong', 'Not for'), ' clients that need GraphQL, and servers on Node 20.']),
  ];
}

/** Waits until the page has loaded, and the browser has nothing else to do. */
function whenIdle(): Promise<void> {
  return new Promise((resolve) => {
    const wait = (): void => {
      // Safari does not have the function.
      if (typeof requestIdleCallback === 'function') requestIdleCallback(() => resolve(), { timeout: 3_000 });
      else setTimeout(resolve, 300);
    };
    if (document.readyState === 'complete') wait();
    else addEventListener('load', wait, { once: true });
  });
}

/** The first screen. The playground replaces the panes after the text. */
export const FirstScreen: DefineComponent = defineComponent({
  name: 'LinkageFirstScreen',
  setup: () => {
    const parent = ref<HTMLElement>();
    const isLive = ref(false);
    let isGone = false;
    let remove = (): void => undefined;
    onMounted(async () => {
      await whenIdle();
      const { mountFirst } = await import('./mount-first.tsx');
      if (isGone || parent.value === undefined) return;
      const { example, requests, server } = SITE_FIRST_SCREEN;
      const chosen = [...document.querySelectorAll<HTMLInputElement>('.live-example input')].findIndex(
        (input) => input.checked,
      );
      // On a slow network, the worker takes longer than the page: until its first result, the panes stay.
      const onReady = (): void => {
        isLive.value = true;
      };
      remove = mountFirst(parent.value, { example, requests, server, chosen, base, onReady });
    });
    onBeforeUnmount(() => {
      isGone = true;
      remove();
    });
    return () =>
      h('section', { class: 'first-screen', 'aria-label': 'Linkage' }, [
        intro(),
        isLive.value ? null : panes(),
        h('div', { ref: parent, class: ['playground', 'small', isLive.value ? '' : 'waiting'] }),
        ...facts(),
      ]);
  },
}) as DefineComponent;
