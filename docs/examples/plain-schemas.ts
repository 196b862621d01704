import { defineApi, optional, serialize, text, unchecked } from '@linkage/core';

const api = defineApi({
  people: {
    attributes: {
      name: text(),
      birthday: optional(text()),
      address: unchecked<{ readonly city: string }>(),
    },
  },
});

export const body: string = serialize(api, 'people', { id: 1, name: 'Dan', address: { city: 'Bonn' } });
