import { expect, test } from 'vitest';
import { chooseTests } from './choose-tests.ts';

const stages = { beside: ['beside'], folder: ['near'], package: ['wide'], others: ['far', 'slow'] };
const reach = {
  testsByPlace: new Map([
    ['a:1', ['slow', 'far', 'beside']],
    ['a:2', ['far']],
    ['a:4', ['slow', 'far']],
  ]),
  milliseconds: new Map([
    ['slow', 900],
    ['beside', 20],
    ['far', 10],
    ['near', 5],
  ]),
};
const choose = (place: string | undefined): readonly string[] => chooseTests(stages, reach, place).tests;

test('the tests that run the place, beside first, then the quickest', () => {
  expect(choose('a:1')).toEqual(['beside', 'far', 'slow']);
});

test('the tests beside the file are always tried: another test file may have run code that runs once', () => {
  expect(choose('a:4')).toEqual(['beside', 'far', 'slow']);
});

test('slow tests are left out, but not those beside the file', () => {
  expect(chooseTests(stages, reach, 'a:1', 9).tests).toEqual(['beside']);
  expect(chooseTests(stages, reach, 'a:1', 10).tests).toEqual(['beside', 'far']);
});

test('a place that one test file runs, or none, is asked of those near it as well', () => {
  expect(choose('a:2')).toEqual(['beside', 'near', 'far']);
  expect(choose('a:3')).toEqual(['beside', 'near']);
});

test('the top level of a module: all tests that load it', () => {
  expect(choose(undefined)).toEqual(['beside', 'wide', 'near', 'far', 'slow']);
});
