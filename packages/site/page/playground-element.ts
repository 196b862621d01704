import { type DefineComponent, defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

/** The place of the playground in a page of VitePress. The playground loads in browsers only. */
export const PlaygroundElement: DefineComponent = defineComponent({
  name: 'LinkagePlayground',
  setup: () => {
    const parent = ref<HTMLElement>();
    let remove = (): void => undefined;
    onMounted(async () => {
      const { mount } = await import('./playground/mount.tsx');
      if (parent.value !== undefined) remove = mount(parent.value);
    });
    onBeforeUnmount(() => remove());
    return () => h('div', { ref: parent, class: 'playground' });
  },
}) as DefineComponent;
