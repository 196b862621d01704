import { type DefineComponent, defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

/** Shows something in an element. Returns a function that removes it. */
type Mount = (parent: HTMLElement) => () => void;

const strings = {
  loading: 'Loading …',
  failed: 'This part of the page could not be loaded. Reload the page when you have a connection.',
} as const;

/** Creates the place in a page of VitePress for a part that loads in browsers only. `name` is the class of the element. */
export function lazyElement(name: string, load: () => Promise<Mount>): DefineComponent {
  return defineComponent({
    name: `linkage-${name}`,
    setup: () => {
      const parent = ref<HTMLElement>();
      const state = ref<keyof typeof strings | 'there' | undefined>();
      let remove = (): void => undefined;
      onMounted(async () => {
        state.value = 'loading';
        try {
          const mount = await load();
          if (parent.value !== undefined) remove = mount(parent.value);
          state.value = 'there';
        } catch {
          state.value = 'failed';
        }
      });
      onBeforeUnmount(() => remove());
      return () => [
        state.value === undefined || state.value === 'there' ? null : h('p', { role: 'status' }, strings[state.value]),
        h('div', { ref: parent, class: name }),
      ];
    },
  }) as DefineComponent;
}
