import assert from 'node:assert/strict';
import { test } from 'node:test';
import { randomFrom } from '../../sample/random.ts';
import { Paths } from '../../src/model/paths.ts';

test('each path has one number, however many there are', () => {
  const random = randomFrom(1);
  const paths = new Paths();
  const known = new Map<string, number>();
  for (let i = 0; i < 50_000; i++) {
    const above = Math.floor(random() * (paths.size + 1)) - 1;
    const [label, isConcurrent] = [Math.floor(random() * 3), random() < 0.5];
    const number = paths.add(above, label, isConcurrent);
    const key = `${above} ${label} ${isConcurrent}`;
    assert.equal(number, known.get(key) ?? known.size);
    known.set(key, number);
    assert.deepEqual([paths.parent[number], paths.label[number], paths.isConcurrent(number)], [above, label, isConcurrent]);
  }
});
