/** The first screen: what Linkage is, and a declaration that a reader can change beside its response. Works without scripts, too. */
import { type DefineComponent, defineComponent, h, nextTick, onBeforeUnmount, ref, type VNode } from 'vue';
import { type FirstScreenData, type FirstView, firstViews, type ShownRequest } from './first-screen-data.ts';
import { clientHtml, statementsHtml } from './shown-text.ts';

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
      h('a', { href: `${base}explore/`, target: '_self' }, 'Explorer'),
      h('a', { href: `${base}validate/` }, 'Validate a document'),
    ]),
  ]);
}

/** The ways to begin, with a command each. */
const tiles: readonly (readonly [title: string, command: string, page: string, text: string])[] = [
  ['From a declaration', 'npm create linkage', 'getting-started/first-server.html', 'Your first server'],
  ['From my database', 'npx @linkage/sql serve ./shop.db', 'guide/existing-database.html', 'Your database in a minute'],
  ['Check my API', 'npx @linkage/conformance conform <url>', 'guide/conformance.html', 'Conformance of any server'],
];

function waysToBegin(): VNode {
  return h('div', { class: 'begin' }, [
    h('p', { class: 'download' }, [
      h(
        'a',
        { href: base + SITE_FIRST_SCREEN.project, target: '_self', download: 'linkage-api.zip' },
        'Download this project',
      ),
      ' and run in its folder ',
      h('code', 'npm install'),
      ' and ',
      h('code', 'npm start'),
      '. It contains the packages.',
    ]),
    h(
      'ul',
      { class: 'tiles' },
      tiles.map(([title, command, page, text]) =>
        h('li', { key: title }, [h('strong', title), h('code', command), h('a', { href: base + page }, text)]),
      ),
    ),
    h('p', { class: 'remark' }, [
      'The packages are not on npm yet: until then, these commands run ',
      h('a', { href: `${base}getting-started/installation.html#before-the-release` }, 'with the tarballs'),
      '.',
    ]),
  ]);
}

function exchange(request: ShownRequest, index: number): VNode {
  const { method, target, body, status, html, fragment, client, statements } = request;
  return h('div', { key: index, class: 'exchange', 'data-request': index }, [
    h('p', { class: 'request-line' }, [h('code', `${method} ${target}${body === undefined ? '' : ` ${body}`}`)]),
    h('div', { class: 'pane code', 'data-view': 'client', tabindex: 0, innerHTML: clientHtml(client, client.notes) }),
    h('div', { class: 'pane', 'data-view': 'document' }, [
      h('p', { class: 'request-line' }, [
        h('strong', { class: status < 400 ? 'good' : 'bad' }, status),
        ' ',
        h('a', { href: `${base}validate/${fragment}` }, 'Validate this document'),
      ]),
      h('div', { class: 'response', tabindex: 0, innerHTML: html }),
    ]),
    h('div', { class: 'pane code', 'data-view': 'sql', tabindex: 0, innerHTML: statementsHtml(statements) }),
  ]);
}

/** Choices that work without scripts: the style sheet shows what belongs to the chosen one. */
function choices(legend: string, name: string, options: readonly (readonly [id: string, label: string])[]): VNode {
  return h('fieldset', { class: name }, [
    h('legend', { class: 'visually-hidden' }, legend),
    ...options.map(([id, label], index) =>
      h('label', { key: id }, [
        h('input', { type: 'radio', name, id: `${name}-${id}`, value: id, checked: index === 0 }),
        h('span', label),
      ]),
    ),
  ]);
}

/** The rest of the program. */
function serverPane(): VNode {
  return h('div', { class: 'server' }, [
    h('p', { class: 'remark' }, 'These lines serve it:'),
    h('div', { innerHTML: SITE_FIRST_SCREEN.server }),
  ]);
}

/** The panes before the playground loads. The style sheet shows the response of the chosen request. */
function panes(load: () => Promise<void>): VNode {
  const { declaration, requests } = SITE_FIRST_SCREEN;
  return h('div', { class: 'live-example', onPointerenter: load, onPointerdown: load, onFocusin: load }, [
    h('div', [
      h('div', { class: 'response', tabindex: 0, innerHTML: declaration }),
      h('p', { class: 'remark' }, ['Change it: rename ', h('code', 'name'), ' to ', h('code', 'nam'), '.']),
      serverPane(),
    ]),
    h('div', [
      choices(
        'Request',
        'live-request',
        requests.map(({ label }, index) => [String(index), label]),
      ),
      choices('Result', 'live-view', Object.entries(firstViews)),
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
    h('p', [
      h('strong', 'Not for'),
      ' clients that need GraphQL. Linkage needs Node 22.12 or later, and TypeScript 5.7 or later.',
    ]),
  ];
}

/** The first screen. The playground loads when a reader comes to the panes, and replaces them. */
export const FirstScreen: DefineComponent = defineComponent({
  name: 'LinkageFirstScreen',
  setup: () => {
    const parent = ref<HTMLElement>();
    const isLive = ref(false);
    let isGone = false;
    let remove = (): void => undefined;
    let isWanted = false;
    const load = async (): Promise<void> => {
      if (isWanted) return;
      isWanted = true;
      const { mountFirst } = await import('./mount-first.tsx');
      if (isGone || parent.value === undefined) return;
      const { example, requests, server } = SITE_FIRST_SCREEN;
      const chosen = (name: string): string =>
        document.querySelector<HTMLInputElement>(`.live-example [name=${name}]:checked`)?.value ?? '';
      // On a slow network, the worker takes longer than the page: until its first result, the panes stay.
      const onReady = async (): Promise<void> => {
        if (isLive.value) return;
        const isFocused = document.querySelector('.live-example')?.contains(document.activeElement) === true;
        isLive.value = true;
        await nextTick();
        if (isFocused) parent.value?.querySelector<HTMLElement>('[name=request]:checked')?.focus();
      };
      const [request, view] = [Number(chosen('live-request')), chosen('live-view') as FirstView];
      remove = mountFirst(parent.value, { example, requests, server, request, view, base, onReady });
    };
    onBeforeUnmount(() => {
      isGone = true;
      remove();
    });
    return () =>
      h('section', { class: 'first-screen', 'aria-label': 'Linkage' }, [
        intro(),
        isLive.value ? null : panes(load),
        h('div', { ref: parent, class: ['playground', 'small', isLive.value ? '' : 'waiting'] }),
        waysToBegin(),
        ...facts(),
      ]);
  },
}) as DefineComponent;
