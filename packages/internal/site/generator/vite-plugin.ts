import type { UserConfig } from 'vitepress';

/** A plugin of the Vite that VitePress contains. */
export type Plugin = Extract<
  NonNullable<NonNullable<UserConfig['vite']>['plugins']>[number],
  { readonly name: string }
>;
