import type { JSX } from 'preact';
import { usePage } from '../hooks/use-page.ts';
import { cut, isObject, type Json, type JsonObject, member, objectAt, textOf } from '../state/json.ts';
import type { KnownField } from '../state/knowledge.ts';
import { keyOf } from '../state/resource-places.ts';
import { mistakeIn } from '../state/schema-mistakes.ts';
import { Small } from './controls.tsx';
import { FieldInput } from './field-input.tsx';
import { ResourcePicker } from './resource-picker.tsx';

const MAX_TEXT = 100;
const MAX_MEMBERS = 100;

interface RelationshipInputProperties {
  readonly field: KnownField;
  /** `undefined` if the document does not contain the relationship. */
  readonly value: Json | undefined;
  readonly onValue: (value: Json | undefined) => void;
}

/** The members of a relationship, and a search for others. */
export function RelationshipInput({ field, value, onValue }: RelationshipInputProperties): JSX.Element {
  const { learned } = usePage();
  const isMany = field.kind === 'to-many';
  const members = (Array.isArray(value) ? value : [value]).filter(isObject).filter((it) => member(it, 'id') !== '');
  const without = (index: number): Json | undefined =>
    isMany ? members.filter((_, position) => position !== index) : null;
  const pick = (type: string, id: string): void => {
    const picked: JsonObject = { type, id };
    const others = members.filter((it) => it['type'] !== type || it['id'] !== id);
    onValue(isMany ? [...others, picked] : picked);
  };
  return (
    <div class="relationship">
      {members.length > 0 && (
        <ul class="members">
          {members.slice(0, MAX_MEMBERS).map((it, index) => {
            const name = cut(`${textOf(it['type'])} ${textOf(it['id'])}`, MAX_TEXT);
            const label = learned.names.get(keyOf(it))?.label;
            return (
              <li key={`${name} ${index}`} class="picked">
                {label ? (
                  <>
                    {cut(label, MAX_TEXT)} <span class="dim">{name}</span>
                  </>
                ) : (
                  name
                )}{' '}
                <MemberData
                  field={field}
                  member={it}
                  index={index}
                  onMember={(next) => onValue(members.map((other) => (other === it ? next : other)))}
                />
                <Small aria-label={`Remove ${name} from ${field.name}`} onClick={() => onValue(without(index))}>
                  Remove
                </Small>
              </li>
            );
          })}
        </ul>
      )}
      {members.length === 0 && value !== undefined && <p class="dim">{isMany ? 'No members' : 'None'}</p>}
      <ResourcePicker key={field.targets.join()} types={field.targets} label={field.name} onPick={pick} />
    </div>
  );
}

interface MemberDataProperties {
  readonly field: KnownField;
  readonly member: JsonObject;
  readonly index: number;
  readonly onMember: (member: JsonObject) => void;
}

/** The data of a membership: a control for each part that requests can set. An empty one keeps what the server has. */
function MemberData({ field, member: it, index, onMember }: MemberDataProperties): JSX.Element {
  const set = (name: string, value: Json | undefined): void => {
    const { [name]: _, ...others } = objectAt(it, 'meta');
    onMember({ ...it, meta: value === undefined ? others : { ...others, [name]: value } });
  };
  return (
    <>
      {(field.data ?? [])
        .filter(({ canWrite }) => canWrite)
        .map((data) => {
          const id = `field-${field.name}-${index}-${data.name}`;
          const value = member(member(it, 'meta'), data.name);
          return (
            <label key={data.name} class="labelled" for={id}>
              {cut(data.name, MAX_TEXT)}{' '}
              <FieldInput
                id={id}
                schema={data.schema}
                value={value}
                canBeAbsent
                isInvalid={value !== undefined && mistakeIn(data.schema, value) !== undefined}
                describedBy={undefined}
                onValue={(next) => set(data.name, next)}
              />
            </label>
          );
        })}
    </>
  );
}
