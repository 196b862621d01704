/** The records of a service, as its database returns them: the ids are numbers. */

export interface Person {
  readonly id: number;
  readonly name: string;
}

export interface Article {
  readonly id: number;
  readonly title: string;
  readonly author: Person;
}

const dan: Person = { id: 9, name: 'Dan' };

export const articles: readonly Article[] = [
  { id: 1, title: 'Hello', author: dan },
  { id: 2, title: 'Goodbye', author: dan },
];

export const baseUrl = 'https://example.com/api';
