/** Shows the version of the site. If others are published, a reader can choose one. */
import { type DefineComponent, defineComponent, h, onMounted, shallowRef } from 'vue';
import { type PublishedVersion, pageInVersion, readVersions } from './published-versions.ts';

/** The build replaces the names with the path of all versions and the name of this one. */
declare const SITE_ROOT: string;
declare const SITE_VERSION: string;

/** Returns the versions that are published now: an older page does not know the newer ones. */
export async function loadVersions(): Promise<readonly PublishedVersion[]> {
  try {
    const response = await fetch(`${SITE_ROOT}versions.json`);
    return response.ok ? readVersions(await response.json()) : [];
  } catch {
    return [];
  }
}

/** The name of the version, or the choice between the versions. */
export const VersionSwitch: DefineComponent = defineComponent({
  name: 'LinkageVersion',
  setup: () => {
    const versions = shallowRef<readonly PublishedVersion[]>([]);
    onMounted(async () => {
      versions.value = await loadVersions();
    });
    const change = ({ currentTarget }: Event): void => {
      const chosen = versions.value.find(({ name }) => name === (currentTarget as HTMLSelectElement).value);
      const page = location.pathname.slice(`${SITE_ROOT}${SITE_VERSION}/`.length);
      if (chosen !== undefined) location.assign(pageInVersion(SITE_ROOT, chosen, page));
    };
    return () =>
      versions.value.length < 2
        ? h('span', { class: 'site-version' }, SITE_VERSION)
        : h(
            'select',
            {
              class: 'site-version',
              'aria-label': 'Version of the documentation',
              value: SITE_VERSION,
              onChange: change,
            },
            versions.value.map(({ name }) => h('option', { key: name, value: name }, name)),
          );
  },
}) as DefineComponent;
