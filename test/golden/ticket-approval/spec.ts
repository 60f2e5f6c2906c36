import { id, machine, nat, option, table } from '../../../specs/vocabulary.js'

const Realm = id('Realm')
const TicketId = id('TicketId')
const Person = id('Person')
const Revision = nat('Revision')
const Approvals = nat('Approvals')

const review = { person: Person, revision: Revision }

/** What was reviewed is what is there now: a review of an older text says nothing. */
const current = {
  other_revision: (s: { readonly revision: number }, i: { readonly revision: number }) => i.revision !== s.revision,
  own_ticket: (s: { readonly author: string | null }, i: { readonly person: string }) => i.person === s.author,
}

/** A ticket that needs several people beside its author. Each text of it is approved or rejected for itself. */
export const Ticket = machine({
  name: 'Ticket',
  version: 1,
  key: { realm: Realm, ticketId: TicketId },
  phases: ['Draft', 'Submitted', 'Approved', 'Rejected', 'Withdrawn'],
  initial: 'Draft',
  terminal: ['Approved', 'Withdrawn'],
  state: {
    author: option(Person),
    /** Rises by one with every text that is submitted. */
    revision: Revision,
    /** Who approved, and which text they approved last. */
    approvals: table(Person, { revision: Revision }),
    /** How many approved this text. */
    approved: Approvals,
  },
  limits: { needed: Approvals },
  inputs: {
    Submit: { fields: { person: Person } },
    Approve: { fields: review, refuse: current },
    Reject: { fields: review, refuse: current },
    Withdraw: { fields: { person: Person } },
  },
  effects: {
    ReviewAsked: { revision: Revision },
    TicketApproved: { revision: Revision },
    TicketRejected: { revision: Revision, by: Person },
  },
  transitions: {
    Submit: {
      on: 'Submit',
      from: ['Draft'],
      to: 'Submitted',
      update: (_s, i) => ({ author: i.person, revision: 1 }),
      emit: () => [{ type: 'ReviewAsked', revision: 1 }],
    },
    /** Another text, which nobody has approved yet. */
    SubmitAgain: {
      on: 'Submit',
      from: ['Rejected'],
      to: 'Submitted',
      refuse: { not_the_author: (s, i) => i.person !== s.author },
      update: (s) => ({ revision: s.revision + 1, approved: 0 }),
      emit: (s) => [{ type: 'ReviewAsked', revision: s.revision + 1 }],
    },
    ApproveAmongOthers: {
      on: 'Approve',
      from: ['Submitted'],
      to: 'same',
      when: (s, _i, limits) => s.approved + 1 < limits.needed,
      refuse: { has_approved: (s, i) => s.approvals.get(i.person)?.revision === i.revision },
      update: (s, i) => ({ approvals: s.approvals.put(i.person, { revision: i.revision }), approved: s.approved + 1 }),
    },
    ApproveLast: {
      on: 'Approve',
      from: ['Submitted'],
      to: 'Approved',
      when: (s, _i, limits) => s.approved + 1 >= limits.needed,
      refuse: { has_approved: (s, i) => s.approvals.get(i.person)?.revision === i.revision },
      update: (s, i) => ({ approvals: s.approvals.put(i.person, { revision: i.revision }), approved: s.approved + 1 }),
      emit: (s) => [{ type: 'TicketApproved', revision: s.revision }],
    },
    Reject: {
      on: 'Reject',
      from: ['Submitted'],
      to: 'Rejected',
      emit: (s, i) => [{ type: 'TicketRejected', revision: s.revision, by: i.person }],
    },
    Withdraw: {
      on: 'Withdraw',
      from: ['Submitted', 'Rejected'],
      to: 'Withdrawn',
      refuse: { not_the_author: (s, i) => i.person !== s.author },
    },
  },
  always: {
    what_was_submitted_has_an_author: (s) => (s.phase === 'Draft') === (s.author === null),
    nobody_approves_their_own: (s) => s.author === null || s.approvals.get(s.author)?.revision !== s.revision,
    those_who_approved_this_text_are_counted: (s) => s.approvals.count((one) => one.revision === s.revision) === s.approved,
    an_approved_ticket_has_all_it_needs: (s, next, _i, _effects, limits) =>
      (next.phase === 'Approved') === next.approved >= limits.needed || s.phase === 'Rejected',
    a_ticket_keeps_its_author: (s, next) => s.author === null || next.author === s.author,
    only_the_author_changes_the_text: (s, next, i) => next.revision === s.revision || i.person === next.author,
    a_text_has_the_next_number: (s, next, i) => next.revision === (i.type === 'Submit' ? s.revision + 1 : s.revision),
    a_new_text_begins_without_approvals: (_s, next, i) => i.type !== 'Submit' || next.approved === 0,
    only_an_approval_counts: (s, next, i) => next.approved <= s.approved || (i.type === 'Approve' && next.approved === s.approved + 1),
    what_counts_is_of_this_text: (s, next, i) =>
      (next.approved <= s.approved && next.phase === s.phase) || !('revision' in i) || i.revision === s.revision,
    nobody_judges_their_own: (s, next, i) =>
      (next.approved <= s.approved && next.phase !== 'Rejected') || i.type === 'Submit' || i.person !== s.author,
    others_approvals_stay: (s, next, i) =>
      s.approvals.every((one, person) => person === i.person || next.approvals.get(person)?.revision === one.revision),
    a_rejection_ends_the_review: (_s, next, i) => (i.type === 'Reject') === (next.phase === 'Rejected'),
    only_the_author_withdraws: (s, next, i) => next.phase !== 'Withdrawn' || (i.type === 'Withdraw' && i.person === s.author),
    each_outcome_is_told_once: (s, next, _i, effects) =>
      effects.filter((e) => e.type === 'TicketApproved').length === (next.phase === 'Approved' && s.phase !== 'Approved' ? 1 : 0) &&
      effects.filter((e) => e.type === 'TicketRejected').length === (next.phase === 'Rejected' && s.phase !== 'Rejected' ? 1 : 0) &&
      effects.filter((e) => e.type === 'ReviewAsked').length === (next.revision > s.revision ? 1 : 0),
    what_is_told_is_of_this_text: (_s, next, _i, effects) => effects.every((e) => e.revision === next.revision),
    a_rejection_names_who: (_s, _next, i, effects) => effects.every((e) => e.type !== 'TicketRejected' || e.by === i.person),
  },
  reachable: {
    approved: (s) => s.phase === 'Approved',
    approved_at_the_second_text: (s) => s.phase === 'Approved' && s.revision === 2,
    approved_by_some: (s) => s.phase === 'Submitted' && s.approved === 2,
    rejected_though_some_approved: (s) => s.phase === 'Rejected' && s.approved === 1,
    withdrawn_after_a_rejection: (s, next) => s.phase === 'Rejected' && next.phase === 'Withdrawn',
    withdrawn_under_review: (s, next) => s.phase === 'Submitted' && next.phase === 'Withdrawn',
    approved_again_by_the_same: (s, next) => s.revision === 2 && s.approvals.size === 1 && next.approvals.size === 1 && next.approved === 1,
  },
  model: {
    ci: { Realm: 1, TicketId: 1, Person: 4, Revision: 2, Approvals: 3 },
    deep: { Realm: 1, TicketId: 1, Person: 4, Revision: 4, Approvals: 3 },
  },
})
