// The commands whose work others can help with, on other machines.
#pragma once

#include "analysis/run.h"
#include "app/arguments.h"
#include "data/datagen.h"
#include "util/result.h"
#include "util/shared_work.h"

namespace rocada::app {

analysis::AnalysisSettings settings_of(const AnalyseArguments& arguments);
util::Result<data::DatagenSettings> settings_of(const DatagenArguments& arguments);

// As the commands without helpers do; null: nobody helps.
int analyse_command(const AnalyseArguments& arguments, util::Helpers* helpers);
int datagen_command(const DatagenArguments& arguments, util::Helpers* helpers);

}  // namespace rocada::app
