/** The page for URLs without a page: it searches for the words of the URL. Without a connection, it says so instead. */
import { useRoute } from 'vitepress';
import { type DefineComponent, defineComponent, h, onMounted, ref, shallowRef, type VNode } from 'vue';
import { openSearch } from '../search/open-search.ts';
import { loadVersions } from '../versions/version-switch.ts';
import { nearPages, wordsOf } from './near-pages.ts';

/** The build replaces the name with the name of this version. */
declare const SITE_VERSION: string;

/** VitePress keeps the pages that exist here, by their files. */
declare const __VP_HASH_MAP__: Readonly<Record<string, string>>;

/** Whether this version has a page at a path, which then could not be loaded. */
function exists(path: string): boolean {
  const file =
    path
      .replace(/\.html$/, '')
      .replace(/\/$/, '/index')
      .replaceAll('/', '_') || 'index';
  return [`${file}.md`, `${file}_index.md`].some((name) => Object.hasOwn(__VP_HASH_MAP__, name.toLowerCase()));
}

function offline(): VNode {
  return h('main', { class: 'missing-page' }, [
    h('h1', 'You are offline'),
    h('p', 'This page was not visited before, so this browser does not have it. Try again when you have a connection.'),
    h('p', h('button', { type: 'button', onClick: () => location.reload() }, 'Try again')),
  ]);
}

/** The text, the search, and the links of the page. */
export const MissingPage: DefineComponent = defineComponent({
  name: 'LinkageMissingPage',
  setup: () => {
    const route = useRoute();
    const isOffline = ref(false);
    const words = ref('');
    const near = shallowRef<readonly string[]>([]);
    onMounted(async () => {
      const base = import.meta.env.BASE_URL;
      const asked = new URLSearchParams(location.search).get('page') ?? route.path.slice(base.length);
      isOffline.value = exists(asked);
      words.value = wordsOf(asked === '404.html' ? '' : asked)
        .join(' ')
        .slice(0, 100);
      const versions = await loadVersions();
      near.value = nearPages(words.value, versions.find(({ name }) => name === SITE_VERSION)?.pages ?? []);
    });
    const submit = (event: Event): void => {
      event.preventDefault();
      openSearch(words.value);
    };
    const change = ({ currentTarget }: Event): void => {
      words.value = (currentTarget as HTMLInputElement).value;
    };
    return () =>
      isOffline.value
        ? offline()
        : h('main', { class: 'missing-page' }, [
            h('h1', 'This page does not exist'),
            h('form', { role: 'search', onSubmit: submit }, [
              h('label', [
                'Search for ',
                h('input', { type: 'search', value: words.value, onInput: change, 'aria-label': 'Search for' }),
              ]),
              h('button', { type: 'submit' }, 'Search'),
            ]),
            near.value.length > 0 && h('h2', 'Pages with similar names'),
            h(
              'ul',
              near.value.map((page) =>
                h(
                  'li',
                  { key: page },
                  h('a', { href: import.meta.env.BASE_URL + page.replace(/(^|\/)index\.html$/, '$1') }, page),
                ),
              ),
            ),
            h('p', h('a', { href: `${import.meta.env.BASE_URL}contents.html` }, 'All pages')),
          ]);
  },
}) as DefineComponent;
