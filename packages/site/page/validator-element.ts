import { type DefineComponent, defineComponent, h, onBeforeUnmount, onMounted, ref } from 'vue';

/** The place of the validator in a page of VitePress. The validator loads in browsers only. */
export const ValidatorElement: DefineComponent = defineComponent({
  name: 'LinkageValidator',
  setup: () => {
    const parent = ref<HTMLElement>();
    let remove = (): void => undefined;
    onMounted(async () => {
      const { mount } = await import('./validator/mount.tsx');
      if (parent.value !== undefined) remove = mount(parent.value, import.meta.env.BASE_URL);
    });
    onBeforeUnmount(() => remove());
    return () => h('div', { ref: parent, class: 'validator' });
  },
}) as DefineComponent;
