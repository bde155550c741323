"""The tests that the default set leaves out, chosen by the processor time that they take.

``pytest -m slow`` runs these tests alone, ``pytest -m ""`` runs all tests, and ``--cpu-times FILE`` measures each.
A new test that is slow as a whole has the mark ``slow``. This table names tests that a measurement chose, and tests
over many names of which the default set keeps a part.
"""

from collections.abc import Iterable, Iterator
from zlib import crc32

import pytest

ONE_EACH = "one of each name"
KEPT: dict[str, int | str | tuple[str, ...]] = {
    "contract/test_annotated_columns.py::test_both_paths_make_the_same_rows": 3,
    "contract/test_annotated_columns.py::test_only_changed_rows_in_variants": 3,
    "contract/test_annotated_columns.py::test_texts_that_changed_after_they_were_annotated": 3,
    "contract/test_annotated_columns.py::test_token_lists": 3,
    "contract/test_candidates.py::test_each_is_one_change_at_its_word": 3,
    "contract/test_candidates.py::test_protected_words_have_none": 3,
    "contract/test_candidates.py::test_same_draws_same_candidates_wherever_they_come_from": 3,
    "contract/test_candidates.py::test_what_edits_makes_of_words_is_among_them": 3,
    "contract/test_candidates.py::test_which_there_are_is_not_left_to_chance": 3,
    "contract/test_chinese_contract.py::test_hash_is_the_same_in_every_process_and_follows_the_version": 3,
    "contract/test_chinese_contract.py::test_hostile_texts_survive": 8,
    "contract/test_chinese_contract.py::test_rows_keep_legal_labels_and_draw_by_the_row": ONE_EACH,
    "contract/test_columns.py::test_both_paths_agree_on_reviews": 3,
    "contract/test_columns.py::test_both_paths_make_the_same_edits": 3,
    "contract/test_gates.py::test_in_columns_and_row_by_row": 3,
    "contract/test_gates.py::test_one_by_one_and_in_a_batch": 5,
    "contract/test_gates.py::test_pickled": 5,
    "contract/test_gates.py::test_same_seed_same_edits": 3,
    "contract/test_gates.py::test_where_the_gate_refuses_all_nothing_is_changed": 5,
    "contract/test_hostile.py::test_hostile_texts_go_through_a_dataset": 7,
    "contract/test_hostile.py::test_hostile_texts_survive": 9,
    "contract/test_journal_identity.py::test_a_changed_argument_is_another_run": 3,
    "contract/test_journal_identity.py::test_a_changed_option_of_the_command_is_another_run": 5,
    "contract/test_light_import.py::test_no_import_reaches_for_the_network": 0,
    "contract/test_light_import.py::test_nothing_heavy_is_loaded": 4,
    "contract/test_linear_time.py::test_chinese_words_take_linear_time": 3,
    "contract/test_map.py::test_the_next_process_finds_the_cache": 0,
    "contract/test_map_functions.py::test_the_hash_is_the_same_in_every_process": 8,
    "contract/test_parameters.py::test_count_is_exact": 3,
    "contract/test_parameters.py::test_rate_or_count": 3,
    "contract/test_parameters.py::test_variants_differ": 5,
    "contract/test_plain_texts.py::test_a_plain_text_becomes_what_its_row_becomes": 5,
    "contract/test_plain_texts.py::test_what_needs_rows_says_what_to_give": 5,
    "contract/test_protected_everywhere.py::test_chinese_texts": 5,
    "contract/test_protected_everywhere.py::test_markup_addresses_and_placeholders_survive_by_default": 4,
    "contract/test_protected_everywhere.py::test_rows_keep_what_is_protected_in_them": 4,
    "contract/test_protected_everywhere.py::test_token_lists": 4,
    "contract/test_protected_everywhere.py::test_what_is_asked_for_survives": 4,
    "contract/test_protected_files.py::test_no_output_is_an_input": 7,
    "contract/test_recipes.py::test_the_demo_gives_what_was_measured": 0,
    "contract/test_row_transformations.py::test_a_suite_is_built_and_comes_back_from_disk": 4,
    "contract/test_row_transformations.py::test_broken_rows_are_counted_and_not_changed": 3,
    "contract/test_row_transformations.py::test_edits_of_the_record_give_the_new_texts": ONE_EACH,
    "contract/test_row_transformations.py::test_labels_stay_legal": ONE_EACH,
    "contract/test_row_transformations.py::test_random_state_pickles_and_hashes": 3,
    "contract/test_row_transformations.py::test_same_seed_same_rows_in_any_batch": ONE_EACH,
    "contract/test_span_tasks.py::test_changes_of_rows_leave_sound_rows": 3,
    "contract/test_subpopulations.py::test_a_slice_is_made_again_from_its_record": ONE_EACH,
    "contract/test_subpopulations.py::test_slices_are_the_same_in_any_batch": ONE_EACH,
    "contract/test_transformations.py::test_edits_are_sorted_in_range_and_apart": 3,
    "contract/test_transformations.py::test_global_random_state_is_not_touched": 6,
    "contract/test_transformations.py::test_hash_follows_version_seed_and_parameters": 3,
    "contract/test_transformations.py::test_hash_is_the_same_in_every_process_and_after_use": 3,
    "contract/test_transformations.py::test_needs_are_honest": 3,
    "contract/test_transformations.py::test_pickles": 3,
    "contract/test_transformations.py::test_protected_spans_are_not_touched": 3,
    "contract/test_transformations.py::test_protected_words_are_not_touched": 5,
    "contract/test_transformations.py::test_rows_of_every_task_keep_legal_labels": ONE_EACH,
    "contract/test_transformations.py::test_same_seed_same_edits_and_another_seed_others": 3,
    "contract/test_undone_records.py::test_each_transformation": 4,
    "contract/test_whole_words.py::test_no_word_is_cut": 4,
    "contract/test_whole_words.py::test_no_word_of_a_chinese_text_is_cut": 4,
    "docs/test_commands.py::test_commands_run": (
        "attack",
        "capabilities",
        "chinese",
        "ci",
        "compare",
        "configuration",
        "corruptions",
        "evaluation",
        "slices",
        "suites",
        "validators",
    ),
    "docs/test_docstrings.py::test_examples_run": (
        "hf_robust.adapters.embedded",
        "hf_robust.capability.behavior_suites",
        "hf_robust.capability.expansion.expand",
        "hf_robust.capability.read_behavior",
        "hf_robust.capability.suite",
        "hf_robust.language.embedded.chinese_encoder",
        "hf_robust.language.embedded.chinese_sentiment",
        "hf_robust.training.embedding_attack",
    ),
    "docs/test_extras.py::test_all_examples_run_with_the_embedded_extra_alone": 0,
    "docs/test_extras.py::test_the_extra_installs_less_than_development": 0,
    "docs/test_notebooks.py::test_runs": 0,
    "integration/test_adapters.py::test_a_second_process_finds_the_predictions_of_the_first": 0,
    "integration/test_benchmark_file.py": 0,
    "integration/test_capability_html.py::test_the_audit_fits": 2,
    "integration/test_capability_hub.py": 0,
    "integration/test_collections.py": 0,
    "integration/test_defaults.py::test_every_sentiment_capability_finds_enough_demo_sentences": 0,
    "integration/test_defaults.py::test_pipeline_loads_without_this_package": 0,
    "integration/test_defaults.py::test_sentiment_loads_offline_in_a_fresh_process": 0,
    "integration/test_defaults.py::test_sentiment_reaches_its_card": 0,
    "integration/test_defaults.py::test_the_neutral_threshold_reaches_its_card": 0,
    "integration/test_docs_on_the_hub.py": 0,
    "integration/test_edits_hub.py": 0,
    "integration/test_hub.py::test_out_of_reach_never_gives_another_version": 0,
    "integration/test_masked_lm.py::test_a_fresh_process_fills_a_mask_without_a_network": 0,
    "integration/test_masked_lm.py::test_it_is_as_good_as_its_card_on_sentences_written_for_it": 0,
    "integration/test_parser.py::test_benepar_and_its_spacy_component_load_it": 0,
    "integration/test_parser.py::test_it_loads_and_parses_in_a_fresh_process_without_a_network": 0,
    "integration/test_prebuilt_hub.py": 0,
    "integration/test_push_results.py": 0,
    "integration/test_spacy_default.py::test_teacher_learns_and_labels_a_text": 0,
    "integration/test_suite_workflow.py": 0,
    "integration/test_training.py": 0,
    "unit/attacks/constraints/test_meaning_guard.py::test_a_new_word_says_the_same_in_the_same_form": 3,
    "unit/audit/test_audit_page.py::test_processes_that_write_at_once_lose_nothing": 0,
    "unit/capability/test_capability_behavior.py::test_masks_are_filled_when_a_table_is_built": 0,
    "unit/capability/test_capability_expansion_embedded.py::test_five_times_as_many_as_seeds": 0,
    "unit/capability/test_capability_expansion_embedded.py::test_light_words_stand_where_people_put_them": 0,
    "unit/capability/test_capability_expansion_embedded.py::test_light_words_stay_out_of": 3,
    "unit/capability/test_capability_seeds.py::test_processes_do_not_matter": 0,
    "unit/capability/test_capability_spec.py::test_a_specification_comes_from_the_hub": 0,
    "unit/capability/test_capability_suites.py::test_suites_of_behavior_run_and_round_trip": 3,
    "unit/cli/test_cli_attack.py::test_a_score_below_the_threshold_fails": 0,
    "unit/cli/test_cli_attack.py::test_another_attack_in_the_same_folder_is_refused": 0,
    "unit/cli/test_cli_audit.py::test_audit_serve_answers_and_stops": 0,
    "unit/cli/test_cli_baselines.py::test_a_task_is_scored_by_its_baseline": 5,
    "unit/cli/test_cli_capabilities.py::test_without_arguments_it_is_the_embedded_model_on_the_embedded_sentences": 0,
    "unit/cli/test_cli_checks.py::test_only_our_message_comes_from_a_file_that_cannot_be_read": 0,
    "unit/cli/test_cli_checks.py::test_precision_is_told_in_the_report": 0,
    "unit/cli/test_cli_checks.py::test_thresholds_hold_for_one_transformation_or_for_all_others": 0,
    "unit/cli/test_cli_prebuilt.py::test_build_record_and_build_again": 0,
    "unit/cli/test_config_run.py::test_capability_tests_of_a_suite": 0,
    "unit/cli/test_docs_command.py::test_no_heavy_module_is_imported_for_a_topic": 0,
    "unit/cli/test_part_of_suite.py::test_the_named_entries_are_run_and_the_others_listed": 3,
    "unit/cli/test_part_of_suite.py::test_the_written_configuration_repeats_the_part": 0,
    "unit/cli/test_workflow.py::test_each_step_over_several_runs": 0,
    "unit/core/test_draws.py::test_both_forms_agree_bit_for_bit": 0,
    "unit/core/test_user_code.py::test_the_hash_is_the_same_in_another_process": 0,
    "unit/evaluation/test_chain_search.py::test_chain_of_chance_shows_no_winners_curse": 0,
    "unit/evaluation/test_chain_search.py::test_chain_that_is_worse_than_its_parts_is_found_and_measured_on_other_rows": 0,  # noqa: E501
    "unit/evaluation/test_chain_search.py::test_rows_of_search_and_judgment_are_apart_and_drawn_by_the_seed": 0,
    "unit/evaluation/test_chain_search.py::test_third_stage_grows_from_the_worst_of_two": 0,
    "unit/evaluation/test_corruption_benchmark.py::test_command_line": 0,
    "unit/explain/test_importance.py::TestFingerprint::test_it_is_the_same_in_another_process": 0,
    "unit/explain/test_importance.py::TestModels::test_a_row_never_hangs_on_its_company": 3,
    "unit/explain/test_importance.py::TestModels::test_workers_have_the_model": 0,
    "unit/language/chinese/test_chinese_pipeline.py::test_numbers_of_a_text_are_the_same_in_any_company": 0,
    "unit/language/test_annotate.py::test_annotation_is_found_again_by_another_process": 0,
    "unit/language/test_annotate.py::test_fingerprint_is_the_same_in_every_process": 0,
    "unit/language/test_build_masked_lm.py::test_training_learns_and_what_is_packed_is_what_was_trained": 0,
    "unit/language/test_chinese_sentiment.py::test_a_chinese_task_gets_the_chinese_model": 0,
    "unit/language/test_fast_layers.py::test_a_text_gets_the_same_annotation_in_every_batch": 0,
    "unit/language/test_fast_layers.py::test_processes_that_are_forked_annotate_too": 0,
    "unit/language/test_fast_layers.py::test_the_column_says_what_spacy_says": 0,
    "unit/language/test_masking.py::test_any_company_gives_the_same_and_lengths_are_few": 0,
    "unit/language/test_resources.py::test_nltks_folders_are_those_of_nltk": 0,
    "unit/language/test_resources.py::test_the_indexes_are_built_once_and_kept": 0,
    "unit/language/test_text_windows.py::test_attacks_see_it_too": 0,
    "unit/language/test_translation.py": 0,
    "unit/perturb/test_on_the_spot.py::test_as_with_the_column": 3,
    "unit/perturb/test_validators.py::test_scores_stay_between_0_and_1_whatever_the_text": 6,
    "unit/prebuilt/test_build_recipe.py::test_another_process_gives_the_same": 0,
    "unit/reports/test_attack_report.py::test_ten_thousand_rows_stay_a_file_that_opens": 0,
    "unit/reports/test_pdf.py::test_every_report_is_a_small_document_of_a4_pages_with_its_verdict": 5,
    "unit/reports/test_pdf.py::test_fonts_can_be_named_and_must_be_fonts": 0,
    "unit/reports/test_pdf.py::test_lines_curves_and_dots_are_vectors": 0,
    "unit/reports/test_pdf.py::test_many_entries_are_cut_with_a_line_that_says_so": 0,
    "unit/reports/test_pdf.py::test_no_text_breaks_a_document": 8,
    "unit/reports/test_pdf.py::test_radar_has_its_axes_and_an_outline_a_series": 0,
    "unit/reports/test_pdf.py::test_tables_show_what_fits_and_name_the_rest": 0,
    "unit/reports/test_report.py::test_importing_reports_loads_nothing_heavy": 0,
    "unit/reports/test_text_segments.py::test_size_is_bounded_whatever_the_edits": 0,
    "unit/scoring/test_clusters.py::test_the_interval_covers": 3,
    "unit/suites/test_edits_suite.py::test_labels_that_point_into_the_texts": 6,
    "unit/suites/test_near_copies.py::test_what_is_kept_does_not_hang_on_the_order_of_the_entries": 0,
    "unit/suites/test_rows.py::test_building_takes_little_memory_for_each_row": 0,
    "unit/suites/test_rows.py::test_loading_takes_little_memory_for_each_row": 0,
    "unit/suites/test_span_task_suites.py::test_built_saved_loaded_run_and_shown": 3,
    "unit/suites/test_suites.py::test_all_that_apply": 0,
    "unit/tasks/test_data_files.py::test_files_with_a_token_a_line": 3,
    "unit/tasks/test_gap_links.py::test_links_of_every_transformation_lie_at_the_same_words": 0,
    "unit/tasks/test_offset_units.py::test_offsets_in_another_unit_are_refused_or_named": 8,
    "unit/tasks/test_row_sampling.py::test_classes_keep_their_shares_in_a_sorted_file": 14,
    "unit/tasks/test_tag_schemes.py::test_one_data_set_in_all_schemes_gives_the_same_rows": 12,
    "unit/tasks/test_tag_schemes.py::test_what_a_model_misses_costs_in_every_scheme": 4,
    "unit/training/test_adversarial_training.py::test_a_resumed_run_ends_with_the_same_weights": 3,
    "unit/training/test_attack_callback.py::test_a_run_that_was_stopped_within_an_epoch_ends_with_the_same_weights": 0,
    "unit/training/test_attack_callback.py::test_rows_are_found_after_the_clean_epochs_and_the_length_stays": 0,
    "unit/training/test_training_comparison.py::test_attacks_are_compared_on_rows_that_all_models_have_right": 0,
    "unit/transforms/chinese/test_model_rewriting.py": 0,
    "unit/transforms/test_rewriting.py": 0,
}
"""By file or function: 0 keeps none, a number one in so many, :data:`ONE_EACH` one of each name, ids all others."""


def slow_tests(items: Iterable[pytest.Item]) -> Iterator[pytest.Item]:
    """The tests that the default set leaves out."""
    groups: dict[str, list[pytest.Item]] = {}
    for item in items:
        groups.setdefault(item.nodeid.partition("[")[0].removeprefix("tests/"), []).append(item)
    for function, found in groups.items():
        for name in (function, function.partition("::")[0]):
            if name in KEPT:
                yield from left_out(found, KEPT[name])


def left_out(items: list[pytest.Item], kept: int | str | tuple[str, ...]) -> list[pytest.Item]:
    """What one test function with its parameters leaves to the slow set."""
    if kept == ONE_EACH:
        by_name: dict[str, list[pytest.Item]] = {}
        for item in items:
            by_name.setdefault(item.callspec.params["name"], []).append(item)
        stay = [same[number % len(same)] for number, same in enumerate(by_name.values())]  # in turn with another task
        return [item for item in items if item not in stay]
    if isinstance(kept, tuple):
        return [item for item in items if item.callspec.id in kept]
    if not kept:
        return items
    # each function keeps others, so that every name is in the default set with some of them
    first = crc32(items[0].nodeid.partition("[")[0].encode()) % min(kept, len(items))
    return [item for place, item in enumerate(items) if place % kept != first]
